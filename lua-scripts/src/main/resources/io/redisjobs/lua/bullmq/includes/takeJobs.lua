--@include promoteDelayed
--@include underLimit
--@include pickIds
--@include startJob
-- Takes up to worker.max jobs. Returns what was found (a word), milliseconds that go with it, the jobs as startJob
-- appends them, and ids that stood for no job.
local function takeJobs(queue, worker)
	local base = queue.base
	local due = promoteDelayed(queue, worker.now)
	local count = worker.max
	local limit = queue.max or worker.limit
	if limit then
		local allowed, ttl = underLimit(base, limit)
		if ttl > 0 then
			return 'limited', ttl, {}, {}
		end
		count = math.min(count, allowed)
	end
	if queue.paused then
		return 'paused', 0, {}, {}
	end
	if queue.concurrency then
		count = math.min(count, queue.concurrency - redis.call('LLEN', base .. 'active'))
		if count <= 0 then
			return 'maxed', 0, {}, {}
		end
	end
	local jobs, unknown, started = {}, {}, {}
	local taken = 0
	while taken == 0 do
		local picked = pickIds(base, count)
		if #picked == 0 then
			return 'none', due or 0, {}, unknown
		end
		for i = 1, #picked do
			local jobId = picked[i]
			if started[jobId] then
				-- it was in line twice, and would run twice at a time under one lock
				redis.call('LREM', base .. 'active', 1, jobId)
			elseif startJob(queue, jobId, worker, jobs) then
				started[jobId] = true
				taken = taken + 1
			else
				unknown[#unknown + 1] = jobId
			end
		end
		if #unknown > 1000 then
			break
		end
	end
	if limit and taken > 0 then
		local starts = redis.call('INCRBY', base .. 'limiter', taken)
		if starts == taken then
			redis.call('PEXPIRE', base .. 'limiter', worker.limitDuration or queue.duration or 1000)
		end
	end
	redis.call('ZADD', base .. 'marker', '0', '0')
	return 'jobs', 0, jobs, unknown
end
