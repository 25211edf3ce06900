-- Locks a job that is in active for a worker, and says so.
local function startJob(queue, jobId, starts, worker)
	local jobKey = queue.base .. jobId
	redis.call('SET', jobKey .. ':lock', worker.token, 'PX', worker.lease)
	redis.call('XADD', queue.events, '*', 'event', 'active', 'jobId', jobId, 'prev', 'waiting')
	if worker.name == '' then
		redis.call('HSET', jobKey, 'processedOn', worker.nowText, 'ats', starts)
	else
		redis.call('HSET', jobKey, 'processedOn', worker.nowText, 'ats', starts, 'pb', worker.name)
	end
end
