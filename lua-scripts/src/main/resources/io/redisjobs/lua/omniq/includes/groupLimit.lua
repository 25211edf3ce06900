-- How many jobs of a group may run at a time.
local function groupLimit(queue, gid)
	local limit = tonumber(redis.call('GET', queue.base .. ':g:' .. gid .. ':limit') or 0) or 0
	return limit > 0 and limit or 1
end
