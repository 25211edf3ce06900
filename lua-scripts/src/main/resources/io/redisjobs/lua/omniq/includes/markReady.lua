--@include groupLimit
--@include groupInflight
-- Lines a group up that has waiting jobs, if one of them may start.
local function markReady(queue, gid)
	if groupInflight(queue, gid) < groupLimit(queue, gid)
			and redis.call('ZADD', queue.base .. ':groups:ready', 'NX', queue.now, gid) == 1 then
		queue.readyChanged = true
	end
end
