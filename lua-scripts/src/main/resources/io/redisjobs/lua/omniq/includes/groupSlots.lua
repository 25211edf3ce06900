-- How many jobs of a group are running, and how many may.
local function groupSlots(queue, gid)
	local group = queue.base .. ':g:' .. gid
	local stored = redis.call('MGET', group .. ':inflight', group .. ':limit')
	local inflight = math.max(0, tonumber(stored[1] or 0) or 0)
	local limit = tonumber(stored[2] or 0) or 0
	return inflight, limit > 0 and limit or 1
end
