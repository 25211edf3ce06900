-- Ends a pause. What was added to either list meanwhile is kept.
--
-- KEYS
--   1 base  the prefix of the queue's keys, such as bull:emails:
-- ARGV
--   none
-- Derived keys
--   meta, wait, paused, prioritized, delayed, marker, events, hashes of the oldest jobs
-- Reply
--   a word: resumed
--@include mergeLists
--@include markDelayed
local base = KEYS[1]
mergeLists(base, base .. 'paused', base .. 'wait')
redis.call('HDEL', base .. 'meta', 'paused')
if redis.call('EXISTS', base .. 'wait', base .. 'prioritized') > 0 then
	redis.call('ZADD', base .. 'marker', 0, '0')
else
	markDelayed(base)
end
redis.call('XADD', base .. 'events', '*', 'event', 'resumed')
return { 'resumed' }
