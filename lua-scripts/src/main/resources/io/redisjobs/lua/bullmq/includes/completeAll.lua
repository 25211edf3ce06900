--@include checkRuns
--@include removeFromActive
--@include completeRun
--@include pruneFinished
-- Completes jobs (tables of id, key, token, result and rule) that are this run's, in order. Returns how many, and for each
-- a word for what became of it; no words if all are completed.
local function completeAll(queue, jobs, now, nowText)
	local base = queue.base
	local ids, tokens, keys = {}, {}, {}
	local keepsSome = false
	for i, job in ipairs(jobs) do
		ids[i], tokens[i], keys[i] = job.id, job.token, job.key
		-- read at the end: a job may become a child while it runs
		job.stored = redis.pcall('HMGET', job.key, 'deid', 'parentKey', 'parent')
		keepsSome = keepsSome or job.rule.keep ~= 0
	end
	if keepsSome then
		-- a set of the wrong type shows here, before a run is ended
		redis.call('ZCARD', base .. 'completed')
	end
	local problems, someBlocked = checkRuns(keys, tokens)
	problems = removeFromActive(base, ids, problems) or {}
	local batch = { queue = queue, now = now, nowText = nowText, someBlocked = someBlocked, garbage = {}, kept = {},
			rules = {} }
	local completed = 0
	local function complete(i)
		problems[i] = completeRun(batch, jobs[i])
		completed = completed + (problems[i] == 'gone' and 0 or 1)
	end
	for i = 1, #jobs do
		if not problems[i] then
			complete(i)
		end
	end
	-- the children that a job waits for may have ended just now
	for i = 1, someBlocked and #jobs or 0 do
		if problems[i] == 'pendingChildren' then
			local problem = removeFromActive(base, { ids[i] }, (checkRuns({ keys[i] }, { tokens[i] })))
			problems[i] = problem and problem[1]
			if not problem then
				complete(i)
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
	local words = {}
	for i = 1, next(problems) and #jobs or 0 do
		words[i] = problems[i] or 'completed'
	end
	return completed, words
end
