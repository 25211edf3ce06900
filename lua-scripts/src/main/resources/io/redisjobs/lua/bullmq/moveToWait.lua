-- Releases a job: it is the next of its priority, and the run does not count.
--
-- KEYS
--   1 base       the prefix of the queue's keys, such as bull:emails:
--   last memory  the memory of the call's lane (see once)
-- ARGV
--   1 jobId    the job
--   2 token    the token of its lock
--   3 rest     for how long in ms workers with a rate limit are to rest, 0 for not at all
--   4 started  1 if the job was started at all, else 0
--   last call  the number of the call in its lane
-- Derived keys
--   meta, wait, paused, active, stalled, prioritized, pc, delayed, marker, limiter, events, the job's hash and :lock
-- Reply
--   a word: waiting, gone, noLock, otherLock, notActive
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
