-- Gives a job that has failed for good a fresh start.
--
-- KEYS
--   1 failed   the failed jobs
--   2 queue    the job's queue
--   3 known    the jobs that are on their way to a worker
-- ARGV
--   1 jobPrefix   what a job key begins with
--   2 stored      the job as it is among the failed ones
--   3 bytes       the job as it goes on
--   4 uuid        the job
--   5 parent      its parent's uuid or nothing
-- Derived keys
--   the parent's job key and released children
-- Reply
--   RETRIED | MISSING (it is not among the failed jobs)

--@include remember

local failed, queue, known = KEYS[1], KEYS[2], KEYS[3]
local jobPrefix, stored, bytes, uuid, parent = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]

redis.call('LLEN', queue)
if redis.call('LREM', failed, 1, stored) == 0 then
	return { 'MISSING' }
end
if parent ~= '' and redis.call('EXISTS', jobPrefix .. parent) == 1 then
	redis.call('SADD', jobPrefix .. parent .. ':active', uuid)
end
redis.call('LPUSH', queue, bytes)
remember(known, uuid)
return { 'RETRIED' }
