-- How many jobs of a group are running.
local function groupInflight(queue, gid)
	return math.max(0, tonumber(redis.call('GET', queue.base .. ':g:' .. gid .. ':inflight') or 0) or 0)
end
