-- Reads what meta says of the queue. With trimsEvents the length of the events stream is settled and the stream is
-- trimmed, before this script's own events are written.
local function readQueue(base, trimsEvents)
	local fields = redis.call('HMGET', base .. 'meta', 'paused', 'concurrency', 'max', 'duration', 'opts.maxLenEvents')
	local queue = {
		base = base,
		events = base .. 'events',
		paused = fields[1] ~= false,
		concurrency = tonumber(fields[2]),
		max = tonumber(fields[3]),
		duration = tonumber(fields[4])
	}
	queue.target = base .. (queue.paused and 'paused' or 'wait')
	if trimsEvents then
		local maxEvents = fields[5]
		if not maxEvents then
			maxEvents = 10000
			redis.call('HSET', base .. 'meta', 'opts.maxLenEvents', maxEvents)
		end
		redis.call('XTRIM', queue.events, 'MAXLEN', '~', maxEvents)
	end
	return queue
end
