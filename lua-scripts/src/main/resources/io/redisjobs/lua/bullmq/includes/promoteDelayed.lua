--@include putPrioritized
--@include wakeWorker
--@include nextDue
-- Moves up to 1000 delayed jobs that are due to where they wait. Returns when the next one is due, or nil.
local function promoteDelayed(queue, now)
	local base = queue.base
	local earliest = nextDue(base)
	if not earliest or earliest >= now + 1 then
		return earliest
	end
	local due = redis.call('ZRANGEBYSCORE', base .. 'delayed', '-inf', (now + 1) * 4096 - 1, 'LIMIT', 0, 1000)
	for _, jobId in ipairs(due) do
		local jobKey = base .. jobId
		local priority = redis.pcall('HGET', jobKey, 'priority')
		local readable = type(priority) ~= 'table'
		priority = readable and tonumber(priority) or 0
		if priority == 0 then
			redis.call('LPUSH', queue.target, jobId)
		else
			putPrioritized(base, jobId, priority)
		end
		redis.call('XADD', queue.events, '*', 'event', 'waiting', 'jobId', jobId, 'prev', 'delayed')
		if readable and redis.call('EXISTS', jobKey) == 1 then
			redis.call('HSET', jobKey, 'delay', 0)
		end
	end
	redis.call('ZREM', base .. 'delayed', unpack(due))
	wakeWorker(queue)
	return nextDue(base)
end
