-- Stops every worker from reserving; nothing is moved and running jobs go on.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
-- ARGV
--   none
-- Derived keys
--   `{queue}:paused`
-- Reply
--   OK
--@include baseOf
local anchor = KEYS[1]

local base = baseOf(anchor)
redis.call('SET', base .. ':paused', '1')
return { 'OK' }
