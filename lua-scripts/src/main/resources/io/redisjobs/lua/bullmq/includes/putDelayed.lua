-- Puts a job among the delayed ones, behind those due in the same millisecond, and says so. The caller marks.
local function putDelayed(base, jobId, due)
	local key = base .. 'delayed'
	local lowest = due * 4096
	local highest = lowest + 4095
	local last = redis.call('ZREVRANGEBYSCORE', key, highest, lowest, 'WITHSCORES', 'LIMIT', 0, 1)
	local score = lowest
	if last[2] then
		score = math.min(tonumber(last[2]) + 1, highest)
	end
	redis.call('ZADD', key, score, jobId)
	redis.call('XADD', base .. 'events', '*', 'event', 'delayed', 'jobId', jobId, 'delay', due)
end
