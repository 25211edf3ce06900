-- Completes jobs and takes others in the same call.
-- KEYS
--   1 the prefix of the queue's keys, such as bull:emails:   2 the memory of the call's lane (see once)
-- ARGV
--   1 now (ms)   2 the most jobs to take, 0 for none   3 lock token for those   4 lock duration (ms)
--   5 the worker's name or ''   6 the worker's own limit of starts or ''   7 its time span (ms) or ''
--   8 minutes of metrics to keep or ''
--   9 how many completed jobs to keep or ''   10 for how long (s) or '', then for each job to complete (at most 100):
--   +1 id   +2 lock token   +3 result (JSON)
--   +4 '' for a first attempt kept as 9 and 10 say, else a JSON object: attempts (made so far), keep, age,
--      deduplication (id), parentQueue (prefix and name), parentId
--   last: the number of the call in its lane
-- Derived keys: all of the queue's, each job's and its parent's
-- Reply: 1-4 as moveToActive   5 for each job to complete a word (completed, untoldParent if it is completed but a key of
--   its parent is of the wrong type, gone, noLock, otherLock, notActive, pendingChildren, failedChildren); nothing if
--   all are completed
--@include readQueue
--@include trimEvents
--@include takeJobs
--@include takenBefore
--@include once
--@include checkRuns
--@include removeFromActive
--@include completeRun
--@include pruneFinished
--@include countFinished
--@include sayDrained
--@include mayDrain
local base = KEYS[1]
local now = tonumber(ARGV[1])
local max = tonumber(ARGV[2])
local metrics = tonumber(ARGV[8])
local usual = { attempts = 0, keep = tonumber(ARGV[9]), age = tonumber(ARGV[10]) }
local count = (#ARGV - 10) / 4
local worker = { now = now, nowText = ARGV[1], max = max, token = ARGV[3], lease = ARGV[4], name = ARGV[5],
		limit = tonumber(ARGV[6]), limitDuration = tonumber(ARGV[7]) }
local completed = 0
local states = {}

local function completeAll(queue)
	local ids, tokens, keys = {}, {}, {}
	local keepsSome = usual.keep ~= 0
	for i = 1, count do
		local at = 4 * i + 7
		ids[i] = ARGV[at]
		tokens[i] = ARGV[at + 1]
		keys[i] = base .. ARGV[at]
		keepsSome = keepsSome or ARGV[at + 3] ~= ''
	end
	if keepsSome then
		-- a set of the wrong type shows here, before a run is ended
		redis.call('ZCARD', base .. 'completed')
	end
	local problems, someBlocked = checkRuns(keys, tokens)
	problems = removeFromActive(base, ids, problems)
	local batch = { queue = queue, now = now, nowText = ARGV[1], someBlocked = someBlocked, garbage = {}, kept = {},
			rules = {} }
	for i = 1, count do
		if not (problems and problems[i]) then
			local at = 4 * i + 7
			local rule = ARGV[at + 3] == '' and usual or cjson.decode(ARGV[at + 3])
			local word = completeRun(batch, ids[i], keys[i], ARGV[at + 2], rule)
			if word then
				problems = problems or {}
				problems[i] = word
			end
			if word ~= 'gone' then
				completed = completed + 1
			end
		end
	end
	if #batch.kept > 0 then
		redis.call('ZADD', base .. 'completed', unpack(batch.kept))
	end
	if #batch.garbage > 0 then
		redis.call('DEL', unpack(batch.garbage))
	end
	for _, rule in pairs(batch.rules) do
		pruneFinished(base, 'completed', rule.age, rule.keep, now)
	end
	for i = 1, problems and count or 0 do
		states[i] = problems[i] or 'completed'
	end
end

return once(function()
	local queue = readQueue(base)
	trimEvents(queue)
	-- a key of the wrong type shows here, before a job is ended or taken
	redis.call('ZCARD', base .. 'marker')
	if count > 0 then
		completeAll(queue)
		if metrics and completed > 0 then
			countFinished(base, 'completed', completed, metrics, now)
		end
	end
	if max == 0 then
		if completed > 0 then
			mayDrain(queue)
		end
		return { 'none', 0, {}, {}, states }
	end
	local reply, remembered = takeJobs(queue, worker)
	if completed > 0 and reply[1] == 'none' and reply[2] == 0 then
		sayDrained(queue)
	end
	reply[5] = states
	if remembered then
		remembered[5] = states
	end
	return reply, remembered
end, function(remembered)
	return takenBefore(base, worker, remembered)
end)
