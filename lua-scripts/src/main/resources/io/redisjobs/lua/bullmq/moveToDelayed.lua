-- Ends a run and lets the job wait for its next one.
--
-- KEYS
--   1 base       the prefix of the queue's keys, such as bull:emails:
--   last memory  the memory of the call's lane (see once)
-- ARGV
--   1 now          time in ms
--   2 jobId        the job
--   3 token        the token of its lock
--   4 delay        for how long in ms
--   5 counts       1 if the run counts as an attempt, else 0
--   6 reason       why it failed
--   7 stackTraces  a JSON array, or '' if nothing failed
--   last call      the number of the call in its lane
-- Derived keys
--   meta, active, stalled, wait, paused, prioritized, pc, delayed, marker, events, the job's hash and :lock
-- Reply
--   a word: delayed, gone, noLock, otherLock, notActive
--@include readQueue
--@include trimEvents
--@include checkTypes
--@include leaveActive
--@include countIn
--@include putDelayed
--@include markDelayed
--@include once
local base = KEYS[1]
local now = tonumber(ARGV[1])
local jobId, token = ARGV[2], ARGV[3]
local delay = tonumber(ARGV[4])
local counts = ARGV[5] == '1'
local reason, stackTraces = ARGV[6], ARGV[7]

return once(function()
	local queue = readQueue(base)
	checkTypes(queue)
	local state = leaveActive(base, jobId, token, reason, stackTraces)
	if state ~= 'ok' then
		return { state }
	end
	trimEvents(queue)
	if counts then
		countIn(base .. jobId, 'atm', 1)
	end
	redis.call('HSET', base .. jobId, 'delay', delay)
	putDelayed(base, jobId, now + delay)
	markDelayed(base)
	return { 'delayed' }
end)
