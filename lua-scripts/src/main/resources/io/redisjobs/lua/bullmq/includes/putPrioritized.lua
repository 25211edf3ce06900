-- Puts a job behind those of the same priority.
local function putPrioritized(base, jobId, priority)
	local counter = redis.call('INCR', base .. 'pc')
	redis.call('ZADD', base .. 'prioritized', priority * 4294967296 + counter % 4294967296, jobId)
end
