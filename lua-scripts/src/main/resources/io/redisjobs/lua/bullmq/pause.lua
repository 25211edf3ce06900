-- Pauses the queue for every worker.
--
-- KEYS
--   1 base  the prefix of the queue's keys, such as bull:emails:
-- ARGV
--   none
-- Derived keys
--   meta, wait, paused, marker, events, hashes of the oldest jobs
-- Reply
--   a word: paused
--@include mergeLists
local base = KEYS[1]
mergeLists(base, base .. 'wait', base .. 'paused')
redis.call('HSET', base .. 'meta', 'paused', 1)
redis.call('DEL', base .. 'marker')
redis.call('XADD', base .. 'events', '*', 'event', 'paused')
return { 'paused' }
