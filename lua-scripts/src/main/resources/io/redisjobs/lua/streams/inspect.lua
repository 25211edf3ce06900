-- Counts a group's entries, and reads which of them wait longest.
--
-- KEYS
--   1 stream      the queue's stream
--   2 retries     entries that wait to be delivered again, by due time
--   3 pausedFlag  exists while the queue is paused
--   4 failures    the stream of the failures that belongs to this stream alone
-- ARGV
--   1 group       the consumer group
--   2 countLimit  how far to count one by one where Redis does not know the lag
-- Reply
--   1 1 if paused
--   2 entries not read yet
--   3 entries read and not acknowledged
--   4 of these, how many wait for a later time
--   5 of these, how many are due to be delivered again
--   6 entries in the stream of the failures
--   7 the first entry not read yet, or nothing
--   8 since when the first entry that is due waits, or nothing
--@include groupsOf
--@include serverMillis
local stream, retries, pausedFlag, failures = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local group, countLimit = ARGV[1], ARGV[2]

local unread, pending, after = redis.call('XLEN', stream), 0, '-'
for _, known in ipairs(groupsOf(stream)) do
  if known['name'] == group then
    pending = known['pending']
    after = '(' .. known['last-delivered-id']
    unread = known['lag']
    if not unread then
      unread = #redis.call('XRANGE', stream, after, '+', 'COUNT', countLimit)
    end
  end
end
local now = serverMillis()
local later = redis.call('ZCOUNT', retries, '(' .. now, '+inf')
local due = redis.call('ZCOUNT', retries, '-inf', now)
local first = redis.call('XRANGE', stream, after, '+', 'COUNT', 1)[1]
local next = due > 0 and redis.call('ZRANGE', retries, 0, 0, 'WITHSCORES')[2] or ''
return { redis.call('EXISTS', pausedFlag), unread, pending, later, due, redis.call('XLEN', failures), first and first[1] or '',
  next }
