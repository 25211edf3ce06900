--@include promoteDelayed
--@include underLimit
--@include pickJobs
--@include startJob
--@include countStarts
-- Takes up to worker.max jobs. Returns a reply of what was found (a word), milliseconds that go with it, the jobs as
-- readJob appends them, and ids that stood for no job; and the same with only the ids of the jobs, to be remembered.
local function takeJobs(queue, worker)
	local base = queue.base
	local due = promoteDelayed(queue, worker.now)
	local count = worker.max
	local limit = queue.max or worker.limit
	if limit then
		local allowed, ttl = underLimit(base, limit)
		if ttl > 0 then
			return { 'limited', ttl, {}, {} }
		end
		count = math.min(count, allowed)
	end
	if queue.paused then
		return { 'paused', 0, {}, {} }
	end
	if queue.concurrency then
		count = math.min(count, queue.concurrency - redis.call('LLEN', base .. 'active'))
		if count <= 0 then
			return { 'maxed', 0, {}, {} }
		end
	end
	local jobs, unknown, ids = {}, {}, {}
	while #jobs == 0 and #unknown <= 1000 do
		if not pickJobs(base, count, worker.slots, jobs, unknown) then
			return { 'none', due or 0, {}, unknown }
		end
	end
	for i = 1, #jobs, 7 do
		ids[#ids + 1] = jobs[i]
		startJob(queue, jobs[i], jobs[i + 4], worker)
	end
	if limit and #ids > 0 then
		countStarts(base, #ids, worker.limitDuration or queue.duration or 1000)
	end
	redis.call('ZADD', base .. 'marker', '0', '0')
	return { 'jobs', 0, jobs, unknown }, { 'jobs', 0, ids, unknown }
end
