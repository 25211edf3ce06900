-- Ends the attempt of running jobs whose lease is over, up to a limit: delayed by their backoff while attempts are left,
-- else failed. An id without a job is dropped.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
-- ARGV
--   1 now          time in ms, 0 for the server's clock
--   2 max          the most jobs to touch
--   3 failedKeep   how many failed jobs are kept, negative for all
-- Derived keys
--   `{queue}:job:<id>`, active, delayed, failed, `g:<gid>:*`, groups:ready, idx:*, stats
-- Reply
--   OK, how many leases were over, how many of those jobs have failed, how many jobs still run
--@include clock
--@include openQueue
--@include closeQueue
--@include endAttempt
local anchor = KEYS[1]
local now = clock(ARGV[1])
local max = tonumber(ARGV[2])
local failedKeep = tonumber(ARGV[3])

local queue = openQueue(anchor, now, { 'active', 'delayed', 'failed' })
local base = queue.base
local ids = redis.call('ZRANGEBYSCORE', base .. ':active', '-inf', now, 'LIMIT', 0, max)
local failed = 0
for _, id in ipairs(ids) do
	if redis.call('TYPE', base .. ':job:' .. id).ok ~= 'hash' then
		redis.call('ZREM', base .. ':active', id)
		leaveLane(queue, 'active', id, '')
	elseif endAttempt(queue, id, 'retry', -1, failedKeep) == nil then
		failed = failed + 1
	end
end
closeQueue(queue, {})
return { 'OK', #ids, failed, queue.counts.active }
