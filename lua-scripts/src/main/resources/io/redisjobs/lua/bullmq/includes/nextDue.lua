-- When the earliest delayed job is due, in milliseconds, or nil.
local function nextDue(base)
	local first = redis.call('ZRANGE', base .. 'delayed', 0, 0, 'WITHSCORES')
	return first[2] and tonumber(first[2]) / 4096
end
