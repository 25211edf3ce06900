--@include nextDue
-- Tells waiting workers when the earliest delayed job is due.
local function markDelayed(base)
	local due = nextDue(base)
	if due then
		redis.call('ZADD', base .. 'marker', due, '1')
	end
end
