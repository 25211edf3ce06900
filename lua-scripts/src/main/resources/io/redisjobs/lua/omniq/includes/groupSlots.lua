--@include whole
-- How many jobs of a group are running, and how many may.
local function groupSlots(queue, gid)
	local group = queue.base .. ':g:' .. gid
	local stored = redis.call('MGET', group .. ':inflight', group .. ':limit')
	local inflight = math.max(0, whole(stored[1]))
	local limit = whole(stored[2])
	return inflight, limit > 0 and limit or 1
end
