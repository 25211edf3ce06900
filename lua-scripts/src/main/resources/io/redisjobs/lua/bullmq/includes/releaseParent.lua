--@include readQueue
--@include readPriority
--@include wholeNumber
--@include putWaiting
--@include wakeWorker
--@include markDelayed
-- Lets a parent go on that has left waiting-children: to delayed if it has a delay of its own, else in line.
local function releaseParent(parent, now)
	local base = parent.queue .. ':'
	local delay = wholeNumber(redis.call('HGET', parent.key, 'delay'), 2 ^ 50)
	local events = base .. 'events'
	if delay > 0 then
		local due = now + delay
		redis.call('ZADD', base .. 'delayed', due * 4096, parent.id)
		redis.call('XADD', events, '*', 'event', 'delayed', 'jobId', parent.id, 'delay', due)
		markDelayed(base)
		return
	end
	local queue = readQueue(base)
	putWaiting(queue, parent.id, readPriority(parent.key), 'RPUSH')
	wakeWorker(queue)
	redis.call('XADD', events, '*', 'event', 'waiting', 'jobId', parent.id, 'prev', 'waiting-children')
end
