-- Lets workers reserve again.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
-- ARGV
--   none
-- Derived keys
--   `{queue}:paused`
-- Reply
--   1 if the queue was paused, else 0
--@include baseOf
local anchor = KEYS[1]

local base = baseOf(anchor)
return { redis.call('DEL', base .. ':paused') }
