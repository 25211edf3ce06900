-- Puts a job before those of the same priority that were never taken. Several that are handed back, the latest first, keep
-- their order: each gets the next lower score below that of the first counted job.
local function putPrioritizedFirst(base, jobId, priority)
	local key = base .. 'prioritized'
	local lowest = priority * 4294967296
	local next = redis.call('ZRANGEBYSCORE', key, '(' .. string.format('%.0f', lowest),
			string.format('%.0f', lowest + 1), 'WITHSCORES', 'LIMIT', 0, 1)
	local _, exponent = math.frexp(lowest + 1)
	local above = math.min(tonumber(next[2]) or lowest + 1, lowest + 1)
	redis.call('ZADD', key, math.max(lowest, above - math.ldexp(1, exponent - 53)), jobId)
end
