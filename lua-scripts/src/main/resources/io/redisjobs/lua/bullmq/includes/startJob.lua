-- Locks a picked job for a worker and reads it. Returns nil if there is no job of that id. One read of the whole hash
-- costs less than looking for each field, and a job that has only the six it was added with has no others to tell.
local function startJob(base, jobId, worker)
	local jobKey = base .. jobId
	local stored = redis.pcall('HGETALL', jobKey)
	if stored.err or #stored == 0 then
		redis.call('LREM', base .. 'active', 1, jobId)
		return nil
	end
	local field = {}
	for i = 1, #stored, 2 do
		field[stored[i]] = stored[i + 1]
	end
	local job = { jobId, field.name or false, field.data or false, field.opts or false, (tonumber(field.ats) or 0) + 1 }
	if #stored > 12 or not (field.name and field.data and field.opts and field.timestamp and field.delay
			and field.priority) then
		job[6] = field.atm or false
		job[7] = field.stacktrace or false
		job[8] = field.deid or false
		job[9] = field.parentKey or false
		job[10] = field.parent or false
		job[11] = field.rjk or false
		job[12] = field.defa or false
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
