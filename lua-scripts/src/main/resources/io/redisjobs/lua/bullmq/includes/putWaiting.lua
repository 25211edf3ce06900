--@include putPrioritized
-- Puts a job behind the others of its kind (command LPUSH) or before those without priority (RPUSH).
local function putWaiting(queue, jobId, priority, command)
	if priority > 0 then
		putPrioritized(queue.base, jobId, priority)
	else
		redis.call(command, queue.target, jobId)
	end
end
