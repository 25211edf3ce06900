--@include checkTypes
--@include readPriority
--@include putWaiting
--@include wakeWorker
--@include nextDue
-- Moves up to 1000 delayed jobs that are due to where they wait. Returns when the next one is due, or nil.
local function promoteDelayed(queue, now)
	local base = queue.base
	local earliest = nextDue(base)
	if not earliest or earliest >= now + 1 then
		return earliest
	end
	checkTypes(queue)
	local due = redis.call('ZRANGEBYSCORE', base .. 'delayed', '-inf', (now + 1) * 4096 - 1, 'LIMIT', 0, 1000)
	for _, jobId in ipairs(due) do
		local jobKey = base .. jobId
		putWaiting(queue, jobId, readPriority(jobKey), 'LPUSH')
		redis.call('XADD', queue.events, '*', 'event', 'waiting', 'jobId', jobId, 'prev', 'delayed')
		if redis.call('EXISTS', jobKey) == 1 then
			-- not if something else has taken the job's key
			redis.pcall('HSET', jobKey, 'delay', 0)
		end
	end
	redis.call('ZREM', base .. 'delayed', unpack(due))
	wakeWorker(queue)
	return nextDue(base)
end
