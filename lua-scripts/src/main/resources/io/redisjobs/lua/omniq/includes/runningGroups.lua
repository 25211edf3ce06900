-- How many jobs of which group are running, or nil if more jobs run than may be looked at.
local function runningGroups(base, max)
	if redis.call('ZCARD', base .. ':active') > max then
		return nil
	end
	local running = {}
	for _, id in ipairs(redis.call('ZRANGE', base .. ':active', 0, -1)) do
		local gid = redis.pcall('HGET', base .. ':job:' .. id, 'gid')
		if type(gid) == 'string' and gid ~= '' then
			running[gid] = (running[gid] or 0) + 1
		end
	end
	return running
end
