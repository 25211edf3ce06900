-- Puts a job behind those of the same priority. A counter that is no number starts anew.
local function putPrioritized(base, jobId, priority)
	local counter = redis.pcall('INCR', base .. 'pc')
	if type(counter) == 'table' then
		counter = 1
		redis.call('SET', base .. 'pc', counter)
	end
	redis.call('ZADD', base .. 'prioritized', priority * 4294967296 + counter % 4294967296, jobId)
end
