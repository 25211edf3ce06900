-- Counts a group's entries.
-- KEYS
--   1 stream
--   2 retries
--   3 paused flag
--   4 stream of the failures that belongs to this stream alone
-- ARGV
--   1 group
--   2 how far to count one by one where Redis does not know the lag
-- Reply
--   1 1 if paused
--   2 entries not read yet
--   3 entries read and not acknowledged
--   4 of these, how many wait for a later time
--   5 of these, how many are due to be delivered again
--   6 entries in the stream of the failures
--@include serverMillis
local stream, retries, pausedFlag, failures = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local wanted, countLimit = ARGV[1], ARGV[2]

local unread, pending = redis.call('XLEN', stream), 0
if redis.call('EXISTS', stream) == 1 then
  for _, flat in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
    local group = {}
    for i = 1, #flat, 2 do
      group[flat[i]] = flat[i + 1]
    end
    if group['name'] == wanted then
      pending = group['pending']
      unread = group['lag']
      if not unread then
        local from = '(' .. group['last-delivered-id']
        unread = #redis.call('XRANGE', stream, from, '+', 'COUNT', countLimit)
      end
    end
  end
end
local now = serverMillis()
local later = redis.call('ZCOUNT', retries, '(' .. now, '+inf')
local due = redis.call('ZCOUNT', retries, '-inf', now)
return { redis.call('EXISTS', pausedFlag), unread, pending, later, due, redis.call('XLEN', failures) }
