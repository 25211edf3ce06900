-- Sets how many jobs of a group may run at a time; jobs that may start now are lined up, running ones go on.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
-- ARGV
--   1 now     time in ms, 0 for the server's clock
--   2 gid     the group
--   3 limit   how many of its jobs may run
-- Derived keys
--   `g:<gid>:*`, groups:ready, stats
-- Reply
--   OK
--@include clock
--@include openQueue
--@include closeQueue
--@include markReady
local anchor = KEYS[1]
local now = clock(ARGV[1])
local gid = ARGV[2]
local limit = ARGV[3]

local queue = openQueue(anchor, now, {})
local ready = queue.base .. ':groups:ready'
local group = queue.base .. ':g:' .. gid
local waiting = redis.call('LLEN', group .. ':wait')
redis.call('ZCARD', ready)
redis.call('SET', group .. ':limit', limit)
if waiting > 0 then
	markReady(queue, gid)
end
if groupSlots(queue, gid) >= tonumber(limit) and redis.call('ZREM', ready, gid) == 1 then
	queue.readyChanged = true
end
closeQueue(queue, {})
return { 'OK' }
