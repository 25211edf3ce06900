--@include putPrioritized
--@include wakeWorker
-- Moves up to 1000 delayed jobs that are due to where they wait. Returns how many.
local function promoteDelayed(queue, now)
	local base = queue.base
	local due = redis.call('ZRANGEBYSCORE', base .. 'delayed', 0, (now + 1) * 4096 - 1, 'LIMIT', 0, 1000)
	if #due == 0 then
		return 0
	end
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
	return #due
end
