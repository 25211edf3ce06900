-- Locks a picked job for a worker and appends what is stored of it to the jobs: id, name, data, opts, ats, and an array
-- of the rest (atm, stacktrace, deid, parentKey, parent, rjk, defa, the ats before) if it has been more than added.
-- Returns false if there is no job of that id.
local function startJob(queue, jobId, worker, jobs)
	local jobKey = queue.base .. jobId
	local size = redis.pcall('HLEN', jobKey)
	if size == 0 or type(size) == 'table' then
		redis.call('LREM', queue.base .. 'active', 1, jobId)
		return false
	end
	local added = redis.call('HMGET', jobKey, 'name', 'data', 'opts', 'timestamp', 'delay', 'priority')
	local rest, starts = false, '1'
	if size ~= 6 or not (added[1] and added[2] and added[3] and added[4] and added[5] and added[6]) then
		rest = redis.call('HMGET', jobKey, 'atm', 'stacktrace', 'deid', 'parentKey', 'parent', 'rjk', 'defa', 'ats')
		starts = string.format('%.0f', (tonumber(rest[8]) or 0) + 1)
	end
	local n = #jobs
	jobs[n + 1] = jobId
	jobs[n + 2] = added[1]
	jobs[n + 3] = added[2]
	jobs[n + 4] = added[3]
	jobs[n + 5] = starts
	jobs[n + 6] = rest
	redis.call('SET', jobKey .. ':lock', worker.token, 'PX', worker.lease)
	redis.call('XADD', queue.events, '*', 'event', 'active', 'jobId', jobId, 'prev', 'waiting')
	if worker.name == '' then
		redis.call('HSET', jobKey, 'processedOn', worker.nowText, 'ats', starts)
	else
		redis.call('HSET', jobKey, 'processedOn', worker.nowText, 'ats', starts, 'pb', worker.name)
	end
	return true
end
