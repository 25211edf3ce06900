--@include readQueue
--@include putWaiting
--@include wakeWorker
--@include markDelayed
-- Lets a parent go on that has left waiting-children: to delayed if it has a delay of its own, else in line.
local function releaseParent(parent, now)
	local base = parent.queue .. ':'
	local fields = redis.call('HMGET', parent.key, 'priority', 'delay')
	local priority = tonumber(fields[1]) or 0
	local delay = tonumber(fields[2]) or 0
	local events = base .. 'events'
	if delay > 0 then
		local due = now + delay
		redis.call('ZADD', base .. 'delayed', due * 4096, parent.id)
		redis.call('XADD', events, '*', 'event', 'delayed', 'jobId', parent.id, 'delay', due)
		markDelayed(base)
		return
	end
	local queue = readQueue(base)
	putWaiting(queue, parent.id, priority, 'RPUSH')
	wakeWorker(queue)
	redis.call('XADD', events, '*', 'event', 'waiting', 'jobId', parent.id, 'prev', 'waiting-children')
end
