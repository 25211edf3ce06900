-- Fails a job for good.
--
-- KEYS
--   1 base       the prefix of the queue's keys, such as bull:emails:
--   last memory  the memory of the call's lane (see once)
-- ARGV
--   1 now          time in ms
--   2 jobId        the job
--   3 token        the token of its lock
--   4 reason       why it failed
--   5 stackTraces  a JSON array
--   6 attempts     how many were made before this one
--   7 maxAttempts  how many it has
--   8 keep         how many failed jobs to keep or ''
--   9 age          for how long in s or ''
--   10 metrics     minutes of metrics to keep or ''
--   last call      the number of the call in its lane
-- Derived keys
--   all of the queue's, the job's and its parent's
-- Reply
--   a word: failed, untoldParent and the parent's key if it has failed but a key of its parent is of the wrong type,
--   gone, noLock, otherLock, notActive
--@include readQueue
--@include trimEvents
--@include checkTypes
--@include leaveActive
--@include readParent
--@include freeDeduplication
--@include childFailed
--@include tellParent
--@include dropDependency
--@include jobKeys
--@include pruneFinished
--@include countFinished
--@include mayDrain
--@include once
local base = KEYS[1]
local now = tonumber(ARGV[1])
local jobId, token, reason, stackTraces = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local attempts = tonumber(ARGV[6]) + 1
local maxAttempts = tonumber(ARGV[7])
local keep, age = tonumber(ARGV[8]), tonumber(ARGV[9])
local metrics = tonumber(ARGV[10])
local jobKey = base .. jobId

return once(function()
	local queue = readQueue(base)
	checkTypes(queue)
	if keep ~= 0 then
		redis.call('ZCARD', base .. 'failed')
	end
	local state = leaveActive(base, jobId, token, reason, stackTraces)
	if state ~= 'ok' then
		return { state }
	end
	trimEvents(queue)
	-- read at the end: a job may become a child while it runs
	local stored = redis.call('HMGET', jobKey, 'deid', 'parentKey', 'parent')
	if stored[1] then
		freeDeduplication(queue, stored[1], jobId, now)
	end
	local parent = stored[2] and readParent(stored[2], stored[3])
	local told = not parent or tellParent(childFailed, parent, jobKey, reason, now)
	if keep == 0 then
		redis.call('DEL', unpack(jobKeys(jobKey, {})))
		if parent then
			told = tellParent(dropDependency, jobKey, parent.key) and told
		end
	else
		redis.call('HSET', jobKey, 'atm', attempts, 'failedReason', reason, 'finishedOn', now)
		redis.call('HDEL', jobKey, 'defa')
		redis.call('ZADD', base .. 'failed', now, jobId)
		pruneFinished(base, 'failed', age, keep, now)
	end
	redis.call('XADD', queue.events, '*', 'event', 'failed', 'jobId', jobId, 'failedReason', reason, 'prev', 'active')
	if attempts >= maxAttempts then
		redis.call('XADD', queue.events, '*', 'event', 'retries-exhausted', 'jobId', jobId, 'attemptsMade', attempts)
	end
	if metrics then
		-- counters that are broken keep no job from ending
		pcall(countFinished, base, 'failed', 1, metrics, now)
	end
	mayDrain(queue)
	return { told and 'failed' or 'untoldParent ' .. parent.key }
end)
