-- Locks a picked job for a worker and reads it. Returns nil if there is no job of that id. A job that has only the six
-- fields it was added with needs no look for the others. Redis writes Lua's numbers slowly, hence the texts.
local function startJob(base, jobId, worker)
	local jobKey = base .. jobId
	local size = redis.pcall('HLEN', jobKey)
	if type(size) == 'table' or size == 0 then
		redis.call('LREM', base .. 'active', 1, jobId)
		return nil
	end
	local stored = redis.call('HMGET', jobKey, 'name', 'data', 'opts', 'timestamp', 'delay', 'priority')
	local job = { jobId, stored[1], stored[2], stored[3], '1' }
	if size > 6 or not (stored[1] and stored[2] and stored[3] and stored[4] and stored[5] and stored[6]) then
		local more = redis.call('HMGET', jobKey, 'ats', 'atm', 'stacktrace', 'deid', 'parentKey', 'parent', 'rjk', 'defa')
		job[5] = string.format('%d', (tonumber(more[1]) or 0) + 1)
		for i = 2, 8 do
			job[4 + i] = more[i]
		end
	end
	redis.call('SET', jobKey .. ':lock', worker.token, 'PX', worker.lease)
	redis.call('XADD', base .. 'events', '*', 'event', 'active', 'jobId', jobId, 'prev', 'waiting')
	if worker.name == '' then
		redis.call('HSET', jobKey, 'processedOn', worker.nowText, 'ats', job[5])
	else
		redis.call('HSET', jobKey, 'processedOn', worker.nowText, 'ats', job[5], 'pb', worker.name)
	end
	return job
end
