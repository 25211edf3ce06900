--@include groupSlots
-- Lines a group up that has waiting jobs, if one of them may start.
local function markReady(queue, gid)
	local inflight, limit = groupSlots(queue, gid)
	if inflight < limit and redis.call('ZADD', queue.base .. ':groups:ready', 'NX', queue.now, gid) == 1 then
		queue.readyChanged = true
	end
end
