--@include leaveLane
-- Takes a job that is not running out of the lane its state names. Answers whether it was there.
local function removeFromLane(queue, id, lane, gid)
	local base = queue.base
	local removed
	if lane == 'delayed' then
		removed = redis.call('ZREM', base .. ':delayed', id)
	elseif lane == 'wait' and gid ~= '' then
		local line = base .. ':g:' .. gid .. ':wait'
		removed = redis.call('LREM', line, 0, id)
		if removed > 0 and redis.call('LLEN', line) == 0 and redis.call('ZREM', base .. ':groups:ready', gid) == 1 then
			queue.readyChanged = true
		end
	else
		removed = redis.call('LREM', base .. ':' .. lane, 0, id)
	end
	if removed > 0 then
		-- at once, because the job may come back to the same lane in this call
		redis.call('ZREM', base .. ':idx:' .. lane, id)
	end
	for _ = 1, removed do
		leaveLane(queue, lane, id, gid)
		table.remove(queue.left[lane])
	end
	return removed > 0
end
