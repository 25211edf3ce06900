-- Writes the hash of a new job, links it to its parent, and says so.
local function storeJob(base, jobId, name, data, opts, now, job)
	local jobKey = base .. jobId
	redis.call('HSET', jobKey, 'name', name, 'data', data, 'opts', opts, 'timestamp', now, 'delay', job.delay or '0',
			'priority', job.priority or '0')
	if job.parent then
		redis.call('HSET', jobKey, 'parentKey', job.parent.key, 'parent', job.parent.json)
		redis.call('SADD', job.parent.key .. ':dependencies', jobKey)
	end
	if job.deduplication then
		redis.call('HSET', jobKey, 'deid', job.deduplication.id)
	end
	if job.schedulerId then
		redis.call('HSET', jobKey, 'rjk', job.schedulerId)
	end
	redis.call('XADD', base .. 'events', '*', 'event', 'added', 'jobId', jobId, 'name', name)
end
