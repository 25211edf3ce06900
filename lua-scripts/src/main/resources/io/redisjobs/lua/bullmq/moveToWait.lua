-- Hands a job back: it is the next of its priority, and the run does not count.
-- KEYS
--   1 the prefix of the queue's keys, such as bull:emails:   2 the memory of the call's lane (see once)
-- ARGV
--   1 id   2 lock token   3 for how long (ms) workers with a rate limit are to rest, 0 for not at all
--   4 whether the job was started at all (1 or 0)
--   last: the number of the call in its lane
-- Derived keys: meta, wait, paused, active, stalled, prioritized, marker, limiter, events, the job's hash and lock
-- Reply: a word (waiting, gone, noLock, otherLock, notActive)
--@include readQueue
--@include trimEvents
--@include checkTypes
--@include leaveActive
--@include readPriority
--@include countIn
--@include putPrioritizedFirst
--@include wakeWorker
--@include once
local base = KEYS[1]
local jobId, token = ARGV[1], ARGV[2]
local rest = tonumber(ARGV[3])
local started = ARGV[4] == '1'

return once(function()
	local queue = readQueue(base)
	checkTypes(queue)
	local state = leaveActive(base, jobId, token, '', '')
	if state ~= 'ok' then
		return { state }
	end
	trimEvents(queue)
	if not started then
		countIn(base .. jobId, 'ats', -1)
	end
	local priority = readPriority(base .. jobId)
	if priority == 0 then
		redis.call('RPUSH', queue.target, jobId)
	elseif started then
		redis.call('ZADD', base .. 'prioritized', priority * 4294967296, jobId)
	else
		putPrioritizedFirst(base, jobId, priority)
	end
	wakeWorker(queue)
	redis.call('XADD', queue.events, '*', 'event', 'waiting', 'jobId', jobId, 'prev', 'active')
	if rest > 0 then
		redis.call('SET', base .. 'limiter', '9007199254740991', 'PX', rest)
	end
	return { 'waiting' }
end)
