-- Puts delayed jobs that are due in line, up to a limit. An id without a job is dropped.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
-- ARGV
--   1 now   time in ms, 0 for the server's clock
--   2 max   the most jobs to touch
-- Derived keys
--   `{queue}:job:<id>`, delayed, wait, `g:<gid>:*`, groups:ready, idx:*, stats
-- Reply
--   OK and how many were due
--@include clock
--@include openQueue
--@include closeQueue
--@include promote
local anchor = KEYS[1]
local now = clock(ARGV[1])
local max = tonumber(ARGV[2])

local queue = openQueue(anchor, now, { 'delayed', 'wait' })
local promoted = promote(queue, max)
closeQueue(queue, {})
return { 'OK', promoted }
