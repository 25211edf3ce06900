-- Counts starts under a rate limit, for so long (ms) from the first of them.
local function countStarts(base, starts, duration)
	local key = base .. 'limiter'
	local counted = redis.pcall('INCRBY', key, starts)
	if type(counted) == 'table' then
		redis.call('SET', key, starts)
	end
	if counted == starts or redis.call('PTTL', key) < 0 then
		redis.call('PEXPIRE', key, duration)
	end
end
