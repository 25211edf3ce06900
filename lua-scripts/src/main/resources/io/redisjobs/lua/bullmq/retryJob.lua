-- Ends a failed run and puts the job back in line at once.
--
-- KEYS
--   1 base       the prefix of the queue's keys, such as bull:emails:
--   last memory  the memory of the call's lane (see once)
-- ARGV
--   1 now          time in ms
--   2 jobId        the job
--   3 token        the token of its lock
--   4 lifo         1 if it goes to the front, else 0
--   5 reason       why it failed
--   6 stackTraces  a JSON array
--   last call      the number of the call in its lane
-- Derived keys
--   meta, wait, paused, active, stalled, prioritized, pc, delayed, marker, events, the job's hash and :lock
-- Reply
--   a word: waiting, gone, noLock, otherLock, notActive
--@include readQueue
--@include trimEvents
--@include checkTypes
--@include promoteDelayed
--@include leaveActive
--@include countIn
--@include readPriority
--@include putWaiting
--@include wakeWorker
--@include once
local base = KEYS[1]
local now = tonumber(ARGV[1])
local jobId, token = ARGV[2], ARGV[3]
local lifo = ARGV[4] == '1'
local reason, stackTraces = ARGV[5], ARGV[6]

return once(function()
	local queue = readQueue(base)
	checkTypes(queue)
	trimEvents(queue)
	promoteDelayed(queue, now)
	local state = leaveActive(base, jobId, token, reason, stackTraces)
	if state ~= 'ok' then
		return { state }
	end
	putWaiting(queue, jobId, readPriority(base .. jobId), lifo and 'RPUSH' or 'LPUSH')
	wakeWorker(queue)
	countIn(base .. jobId, 'atm', 1)
	redis.call('XADD', queue.events, '*', 'event', 'waiting', 'jobId', jobId, 'prev', 'active')
	return { 'waiting' }
end)
