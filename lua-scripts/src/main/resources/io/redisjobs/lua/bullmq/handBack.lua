-- Hands a job back for another worker: it is delayed, longer each time, and neither the start nor the attempt counts. One
-- that was handed back often enough stays this run's, to be failed.
--
-- KEYS
--   1 base       the prefix of the queue's keys, such as bull:emails:
--   last memory  the memory of the call's lane (see once)
-- ARGV
--   1 now          time in ms
--   2 jobId        the job
--   3 token        the token of its lock
--   4 reason       why it is not run here
--   5 most         how often it goes back at most
--   6 pause        for how long it is delayed the first time in ms
--   7 countPrefix  what the keys begin with that count how often jobs went back
--   8 rememberFor  for how long such a count is kept in ms
--   last call      the number of the call in its lane
-- Derived keys
--   meta, active, stalled, wait, paused, prioritized, pc, delayed, marker, events, the job's hash and :lock; countPrefix
--   with the job's id and timestamp, which has the slot of the base
-- Reply
--   delayed, how often it went back by now, and for how long in ms
--   or a word: spent, gone, noLock, otherLock, notActive
--@include readQueue
--@include trimEvents
--@include checkTypes
--@include leaveActive
--@include releaseLock
--@include countIn
--@include putDelayed
--@include markDelayed
--@include handBack
--@include once
local base = KEYS[1]
local now = tonumber(ARGV[1])
local jobId, token, reason = ARGV[2], ARGV[3], ARGV[4]
local most, pause = tonumber(ARGV[5]), tonumber(ARGV[6])
local countPrefix, rememberFor = ARGV[7], ARGV[8]
local jobKey = base .. jobId

return once(function()
	local queue = readQueue(base)
	checkTypes(queue)
	if redis.call('GET', jobKey .. ':lock') ~= token then
		return { releaseLock(base, jobId, token) }
	end
	-- another job may get the same id later
	local added = redis.pcall('HGET', jobKey, 'timestamp')
	local count = countPrefix .. jobId .. '@' .. (type(added) == 'string' and added or '')
	local times, delay = handBack(count, most, pause, rememberFor)
	if not times then
		return { 'spent' }
	end
	local state = leaveActive(base, jobId, token, '', '')
	if state ~= 'ok' then
		return { state }
	end
	trimEvents(queue)
	countIn(jobKey, 'ats', -1)
	redis.call('HSET', jobKey, 'delay', delay, 'failedReason', reason)
	putDelayed(base, jobId, now + delay)
	markDelayed(base)
	return { 'delayed', times, delay }
end)
