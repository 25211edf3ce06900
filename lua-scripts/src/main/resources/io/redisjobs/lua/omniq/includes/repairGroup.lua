--@include groupSlots
-- Makes a group's counter of running jobs what it counts, and lines the group up if a job of it waits and may start.
-- Answers whether something was wrong.
local function repairGroup(queue, gid, running)
	local group = queue.base .. ':g:' .. gid
	local inflight, limit = groupSlots(queue, gid)
	local wrong = inflight ~= running
	if wrong and running > 0 then
		redis.call('SET', group .. ':inflight', running)
	elseif wrong then
		redis.call('DEL', group .. ':inflight')
	end
	local waiting = redis.pcall('LLEN', group .. ':wait')
	if running < limit and type(waiting) == 'number' and waiting > 0
			and redis.call('ZADD', queue.base .. ':groups:ready', 'NX', queue.now, gid) == 1 then
		wrong = true
	end
	return wrong
end
