-- Puts a job before those of the same priority that were never taken. Several that are released, the latest first, keep
-- their order: each gets the next lower score below that of the first counted job, and where no fraction is left, as for
-- high priorities, one below the scores of the priority itself.
local function putPrioritizedFirst(base, jobId, priority)
	local key = base .. 'prioritized'
	local lowest = priority * 4294967296
	local function first(from, to)
		local found = redis.call('ZRANGEBYSCORE', key, from, string.format('%.0f', to), 'WITHSCORES', 'LIMIT', 0, 1)
		return tonumber(found[2])
	end
	local _, exponent = math.frexp(lowest + 1)
	local above = first('(' .. string.format('%.0f', lowest), lowest + 1) or lowest + 1
	local score = above - math.ldexp(1, exponent - 53)
	if score <= lowest then
		local below = first(string.format('%.0f', lowest - 1048576), lowest)
		score = below and below - 1 or lowest
	end
	redis.call('ZADD', key, score, jobId)
end
