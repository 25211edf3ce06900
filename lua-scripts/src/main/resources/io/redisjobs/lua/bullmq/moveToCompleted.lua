-- Completes jobs and takes others in the same call.
-- KEYS
--   1 the prefix of the queue's keys, such as bull:emails:
-- ARGV
--   1 now (ms)   2 the most jobs to take, 0 for none   3 lock token for those   4 lock duration (ms)
--   5 the worker's name or ''   6 the worker's own limit of starts or ''   7 its time span (ms) or ''
--   8 minutes of metrics to keep or ''   9 the number of jobs to complete (at most 100), then for each:
--   +1 id   +2 lock token   +3 result (JSON)   +4 attempts made so far   +5 how many completed jobs to keep or ''
--   +6 for how long (s) or ''   +7 deduplication id or ''   +8 parent's queue (prefix and name) or ''   +9 parent's id
-- Derived keys: all of the queue's, each job's and its parent's
-- Reply: 1-4 as moveToActive   5 for each job to complete a word (completed, gone, noLock, otherLock, notActive,
--   pendingChildren, failedChildren)
--@include readQueue
--@include takeJobs
--@include checkRuns
--@include removeFromActive
--@include childCompleted
--@include freeDeduplication
--@include jobKeys
--@include pruneFinished
--@include countFinished
--@include sayDrained
--@include mayDrain
local base = KEYS[1]
local now, nowText = tonumber(ARGV[1]), ARGV[1]
local max = tonumber(ARGV[2])
local metrics = tonumber(ARGV[8])
local count = tonumber(ARGV[9])
local completed = 0
local queue = readQueue(base, true)

local function readJobs()
	local jobs = {}
	local keepsSome = false
	for i = 1, count do
		local at = 9 * i
		jobs[i] = { id = ARGV[at + 1], token = ARGV[at + 2], result = ARGV[at + 3], attempts = tonumber(ARGV[at + 4]),
				keep = tonumber(ARGV[at + 5]), age = tonumber(ARGV[at + 6]), deduplication = ARGV[at + 7],
				parentQueue = ARGV[at + 8], parentId = ARGV[at + 9] }
		keepsSome = keepsSome or jobs[i].keep ~= 0
	end
	if keepsSome then
		-- a set of the wrong type shows here, before a run is ended
		redis.call('ZCARD', base .. 'completed')
	end
	return jobs
end

local function runsToEnd(jobs)
	local someBlocked = checkRuns(base, jobs)
	local ids = {}
	for _, job in ipairs(jobs) do
		if job.state == 'completed' then
			ids[#ids + 1] = job.id
		end
	end
	if #ids > 0 then
		redis.call('SREM', base .. 'stalled', unpack(ids))
		local found = removeFromActive(base, ids)
		for _, job in ipairs(jobs) do
			if job.state == 'completed' and not found[job.id] then
				job.state = 'notActive'
				redis.call('DEL', base .. job.id .. ':lock')
			end
		end
	end
	return someBlocked
end

-- the keys of pending and failed children are known not to be there
local function keysWithoutChildren(jobKey, garbage)
	local n = #garbage
	garbage[n + 1] = jobKey
	garbage[n + 2] = jobKey .. ':logs'
	garbage[n + 3] = jobKey .. ':processed'
	garbage[n + 4] = jobKey .. ':failed'
end

local function complete(job, garbage, kept, someBlocked)
	local jobKey = base .. job.id
	garbage[#garbage + 1] = jobKey .. ':lock'
	if job.keep == 0 and someBlocked then
		jobKeys(jobKey, garbage)
	elseif job.keep == 0 then
		keysWithoutChildren(jobKey, garbage)
	else
		local written = redis.pcall('HSET', jobKey, 'atm', job.attempts + 1, 'returnvalue', job.result,
				'finishedOn', nowText)
		if type(written) == 'table' then
			-- something else has taken the job's key
			job.state = 'gone'
			return
		end
		kept[#kept + 1] = nowText
		kept[#kept + 1] = job.id
	end
	if job.deduplication ~= '' then
		freeDeduplication(base, job.deduplication, job.id)
	end
	if job.parentQueue ~= '' then
		childCompleted({ queue = job.parentQueue, id = job.parentId, key = job.parentQueue .. ':' .. job.parentId },
				jobKey, job.result, now)
	end
	redis.call('XADD', queue.events, '*', 'event', 'completed', 'jobId', job.id, 'returnvalue', job.result,
			'prev', 'active')
	completed = completed + 1
end

local function prune(jobs)
	local done = {}
	for _, job in ipairs(jobs) do
		local rule = (job.age or '') .. ':' .. (job.keep or '')
		if job.state == 'completed' and job.keep ~= 0 and rule ~= ':' and not done[rule] then
			done[rule] = true
			pruneFinished(base, 'completed', job.age, job.keep, now)
		end
	end
end

local states = {}
if count > 0 then
	local jobs = readJobs()
	local garbage, kept = {}, {}
	local someBlocked = runsToEnd(jobs)
	for i, job in ipairs(jobs) do
		if job.state == 'completed' then
			complete(job, garbage, kept, someBlocked)
		end
		states[i] = job.state
	end
	if #kept > 0 then
		redis.call('ZADD', base .. 'completed', unpack(kept))
	end
	if #garbage > 0 then
		redis.call('DEL', unpack(garbage))
	end
	if completed > 0 then
		prune(jobs)
		if metrics then
			countFinished(base, 'completed', completed, metrics, now)
		end
	end
end
if max == 0 then
	if completed > 0 then
		mayDrain(queue)
	end
	return { 'none', 0, {}, {}, states }
end
local kind, millis, taken, unknown = takeJobs(queue, { now = now, nowText = nowText, max = max, token = ARGV[3], lease = ARGV[4],
		name = ARGV[5], limit = tonumber(ARGV[6]), limitDuration = tonumber(ARGV[7]) })
if completed > 0 and kind == 'none' and millis == 0 then
	sayDrained(queue)
end
return { kind, millis, taken, unknown, states }
