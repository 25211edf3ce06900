--@include wholeNumber
-- How many jobs may start under a rate limit, and if none, for how many milliseconds not.
local function underLimit(base, max)
	local key = base .. 'limiter'
	local counted = redis.pcall('GET', key)
	local started = type(counted) == 'string' and wholeNumber(counted, 2 ^ 53) or 0
	if started < max then
		return max - started, 0
	end
	local ttl = redis.call('PTTL', key)
	if ttl > 0 then
		return 0, ttl
	end
	if ttl == 0 then
		redis.call('DEL', key)
		return max, 0
	end
	return max, 0
end
