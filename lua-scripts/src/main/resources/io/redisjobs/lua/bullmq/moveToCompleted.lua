-- Completes jobs and takes others in the same call.
-- KEYS
--   1 the prefix of the queue's keys, such as bull:emails:   2 the memory of the call's lane (see once)
-- ARGV
--   1 now (ms)   2 the most jobs to take, 0 for none   3 lock token for those   4 lock duration (ms)
--   5 the worker's name or ''   6 the worker's own limit of starts or ''   7 its time span (ms) or ''
--   8 how many of those to take may have been with a worker before   9 minutes of metrics to keep or ''
--   10 how many completed jobs to keep or ''   11 for how long (s) or '', then for each job to complete (at most 100):
--   +1 id   +2 lock token   +3 result (JSON)
--   +4 '' for a first attempt kept as 10 and 11 say, else a JSON object: attempts (made so far), keep, age
--   last: the number of the call in its lane
-- Derived keys: all of the queue's, each job's and its parent's
-- Reply: 1-4 as moveToActive   5 for each job to complete a word (completed, untoldParent and the parent's key if it is
--   completed but a key of its parent is of the wrong type, gone, noLock, otherLock, notActive, pendingChildren,
--   failedChildren); nothing if all are completed
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
local now = tonumber(ARGV[1])
local max = tonumber(ARGV[2])
local metrics = tonumber(ARGV[9])
local usual = { attempts = 0, keep = tonumber(ARGV[10]), age = tonumber(ARGV[11]) }
local count = (#ARGV - 11) / 4
local worker = { now = now, nowText = ARGV[1], max = max, token = ARGV[3], lease = ARGV[4], name = ARGV[5],
		limit = tonumber(ARGV[6]), limitDuration = tonumber(ARGV[7]), slots = tonumber(ARGV[8]) }
local completed, words = 0, {}

local function readJobs()
	local jobs = {}
	for i = 1, count do
		local at = 4 * i + 8
		jobs[i] = { id = ARGV[at], key = base .. ARGV[at], token = ARGV[at + 1], result = ARGV[at + 2],
				rule = ARGV[at + 3] == '' and usual or cjson.decode(ARGV[at + 3]) }
	end
	return jobs
end

return once(function()
	local queue = readQueue(base)
	trimEvents(queue)
	-- keys of the wrong type show here, before a job is ended or taken
	checkTypes(queue)
	if count > 0 then
		completed, words = completeAll(queue, readJobs(), now, ARGV[1])
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
