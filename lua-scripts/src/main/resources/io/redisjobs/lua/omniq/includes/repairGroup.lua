--@include groupSlots
-- Makes a group's counter of running jobs what it counts, and lines the group up if a job of it waits and may start, or
-- takes it out of the line if none may. Answers whether something was wrong.
local function repairGroup(queue, gid, running)
	local group, ready = queue.base .. ':g:' .. gid, queue.base .. ':groups:ready'
	local inflight, limit = groupSlots(queue, gid)
	local wrong = inflight ~= running
	if wrong and running > 0 then
		redis.call('SET', group .. ':inflight', running)
	elseif wrong then
		redis.call('DEL', group .. ':inflight')
	end
	if running >= limit then
		-- idle workers would look again and again; it is lined up when one of its jobs ends
		return redis.call('ZREM', ready, gid) == 1 or wrong
	end
	local waiting = redis.pcall('LLEN', group .. ':wait')
	if type(waiting) == 'number' and waiting > 0 and redis.call('ZADD', ready, 'NX', queue.now, gid) == 1 then
		wrong = true
	end
	return wrong
end
