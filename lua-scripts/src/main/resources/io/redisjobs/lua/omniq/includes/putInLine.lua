--@include enterLane
--@include markReady
-- Puts a job at the end of its line (RPUSH), or at the front (LPUSH).
local function putInLine(queue, id, gid, command)
	if gid == '' then
		redis.call(command, queue.base .. ':wait', id)
	else
		redis.call(command, queue.base .. ':g:' .. gid .. ':wait', id)
		markReady(queue, gid)
	end
	enterLane(queue, 'wait', id, gid)
end
