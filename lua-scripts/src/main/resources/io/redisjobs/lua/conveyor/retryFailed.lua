-- Gives a job that has failed for good a fresh start.
--
-- KEYS
--   failed, queue, known
-- ARGV
--   jobPrefix  what a job key begins with
--   stored     the job as it is among the failed ones
--   bytes      the job as it goes on
--   uuid       the job
--   parent     its parent's uuid or nothing
-- Derived keys: the parent's job key and released children
-- Reply: RETRIED | MISSING (it is not among the failed jobs)

--@include remember

local failed, queue, known = KEYS[1], KEYS[2], KEYS[3]
local jobPrefix, stored, bytes, uuid, parent = unpack(ARGV)

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
