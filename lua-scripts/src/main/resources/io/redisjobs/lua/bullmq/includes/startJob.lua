-- Locks a picked job for a worker and reads it. Returns nil if there is no job of that id.
local function startJob(base, jobId, worker)
	local jobKey = base .. jobId
	local job = redis.pcall('HMGET', jobKey, 'name', 'data', 'opts', 'atm', 'ats', 'stacktrace', 'deid', 'parentKey',
			'parent', 'rjk', 'defa', 'priority', 'timestamp')
	if job.err or not (job[1] or job[2] or job[3] or job[13]) then
		redis.call('LREM', base .. 'active', 1, jobId)
		return nil
	end
	job[5] = (tonumber(job[5]) or 0) + 1
	redis.call('SET', jobKey .. ':lock', worker.token, 'PX', worker.lease)
	redis.call('XADD', base .. 'events', '*', 'event', 'active', 'jobId', jobId, 'prev', 'waiting')
	if worker.name == '' then
		redis.call('HSET', jobKey, 'processedOn', worker.now, 'ats', job[5])
	else
		redis.call('HSET', jobKey, 'processedOn', worker.now, 'ats', job[5], 'pb', worker.name)
	end
	job[14] = jobId
	return job
end
