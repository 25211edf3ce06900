-- How many jobs wait in groups, counted in their lines: a group that has jobs in line is ready or runs others. Answers nil
-- if there are more groups than may be looked at.
local function groupLines(base, running, max)
	local ready = base .. ':groups:ready'
	if running == nil or redis.call('ZCARD', ready) > max then
		return nil
	end
	local seen, waiting = {}, 0
	local function count(gid)
		local length = not seen[gid] and redis.pcall('LLEN', base .. ':g:' .. gid .. ':wait')
		seen[gid] = true
		if type(length) == 'number' then
			waiting = waiting + length
		end
	end
	for _, gid in ipairs(redis.call('ZRANGE', ready, 0, -1)) do
		count(gid)
	end
	for gid in pairs(running) do
		count(gid)
	end
	return waiting
end
