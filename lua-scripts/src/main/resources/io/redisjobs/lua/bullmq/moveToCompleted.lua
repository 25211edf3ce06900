-- Completes jobs and takes others in the same call.
--
-- KEYS
--   1 base       the prefix of the queue's keys, such as bull:emails:
--   last memory  the memory of the call's lane (see once)
-- ARGV
--   1 now            time in ms
--   2 max            the most jobs to take, 0 for none
--   3 token          the token to lock them with
--   4 lease          how long locks last in ms
--   5 name           the worker's name or ''
--   6 limit          the worker's own limit of starts or ''
--   7 limitDuration  its time span in ms or ''
--   8 slots          how many of the jobs may have been with a worker before
--   9 metrics        minutes of metrics to keep or ''
--   10 keep          how many completed jobs to keep or ''
--   11 age           for how long in s or ''
--   12.. for each job: id, lock token, result, details; at most 100 jobs
--        result   as JSON
--        details  '' for a first attempt that is kept as keep and age say, else a JSON object:
--                 attempts (made so far), keep, age
--   last call        the number of the call in its lane
-- Derived keys
--   all of the queue's, each job's and its parent's
-- Reply
--   1-4 as moveToActive
--   5 for each job to complete a word: completed, untoldParent and the parent's key if it is completed but a key of
--     its parent is of the wrong type, gone, noLock, otherLock, notActive, pendingChildren, failedChildren; nothing if
--     all are completed
--@include readQueue
--@include checkTypes
--@include trimEvents
--@include takeJobs
--@include takenBefore
--@include once
--@include completeAll
--@include countFinished
--@include sayDrained
--@include mayDrain
local base = KEYS[1]
local worker = {
	now = tonumber(ARGV[1]),
	nowText = ARGV[1],
	max = tonumber(ARGV[2]),
	token = ARGV[3],
	lease = ARGV[4],
	name = ARGV[5],
	limit = tonumber(ARGV[6]),
	limitDuration = tonumber(ARGV[7]),
	slots = tonumber(ARGV[8])
}
local metrics = tonumber(ARGV[9])
local usual = {
	attempts = 0,
	keep = tonumber(ARGV[10]),
	age = tonumber(ARGV[11])
}
local FIRST_JOB, JOB_VALUES = 12, 4
local now, nowText, max = worker.now, worker.nowText, worker.max
local completed, words = 0, {}

local function readJobs()
	local jobs = {}
	for at = FIRST_JOB, #ARGV, JOB_VALUES do
		local jobId, token, result, details = unpack(ARGV, at, at + JOB_VALUES - 1)
		jobs[#jobs + 1] = { id = jobId, key = base .. jobId, token = token, result = result,
				rule = details == '' and usual or cjson.decode(details) }
	end
	return jobs
end

return once(function()
	local queue = readQueue(base)
	trimEvents(queue)
	-- keys of the wrong type show here, before a job is ended or taken
	checkTypes(queue)
	if #ARGV >= FIRST_JOB then
		completed, words = completeAll(queue, readJobs(), now, nowText)
		if metrics and completed > 0 then
			-- counters that are broken keep no job from ending
			pcall(countFinished, base, 'completed', completed, metrics, now)
		end
	end
	if max == 0 then
		if completed > 0 then
			mayDrain(queue)
		end
		return { 'none', 0, {}, {}, words }
	end
	local reply, remembered = takeJobs(queue, worker)
	if completed > 0 and reply[1] == 'none' and reply[2] == 0 then
		sayDrained(queue)
	end
	reply[5] = words
	if remembered then
		remembered[5] = words
	end
	return reply, remembered
end, function(remembered)
	return takenBefore(base, worker, remembered)
end)
