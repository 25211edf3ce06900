-- Reads what meta says of the queue.
local function readQueue(base)
	local fields = redis.call('HMGET', base .. 'meta', 'paused', 'concurrency', 'max', 'duration', 'opts.maxLenEvents')
	local paused = fields[1] ~= false
	return {
		base = base,
		events = base .. 'events',
		paused = paused,
		target = base .. (paused and 'paused' or 'wait'),
		concurrency = tonumber(fields[2]),
		max = tonumber(fields[3]),
		duration = tonumber(fields[4]),
		maxEvents = fields[5]
	}
end
