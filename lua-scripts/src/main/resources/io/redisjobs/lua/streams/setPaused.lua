-- Sets or removes the flag that stops our workers from reading a stream.
--
-- KEYS
--   1 pausedFlag  exists while the queue is paused
-- ARGV
--   1 change      'pause' or 'resume'
-- Reply
--   1 'done'
local pausedFlag, change = KEYS[1], ARGV[1]
if change == 'pause' then
  redis.call('SET', pausedFlag, '1')
else
  redis.call('DEL', pausedFlag)
end
return { 'done' }
