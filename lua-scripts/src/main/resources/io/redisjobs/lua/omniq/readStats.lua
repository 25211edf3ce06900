-- Reads a queue's counters.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
-- ARGV
--   none
-- Derived keys
--   `{queue}:stats`, `{queue}:paused`
-- Reply
--   1 if the queue is paused else 0, then the fields and values of the counters
--@include baseOf
local anchor = KEYS[1]

local base = baseOf(anchor)
return { redis.call('EXISTS', base .. ':paused'), unpack(redis.call('HGETALL', base .. ':stats')) }
