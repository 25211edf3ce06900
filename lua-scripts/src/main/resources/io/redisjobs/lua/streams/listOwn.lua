-- Lists what was delivered to a consumer for the first time, as far as the lease has not run out.
--
-- KEYS
--   1 stream      the queue's stream
--   2 pausedFlag  exists while the queue is paused
-- ARGV
--   1 group       the consumer group
--   2 consumer    the consumer
--   3 lease       the lease in milliseconds
--   4 after       entry id to go on after; '-' to begin
--   5 limit       the most entries to look at
-- Reply
--   1 'paused', 'more' (there may be further ones) or 'end'
--   2 id to go on after
--   3 the ids
--@include pendingAfter
local stream, pausedFlag = KEYS[1], KEYS[2]
local group, consumer, lease, after, limit = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])

if redis.call('EXISTS', pausedFlag) == 1 then
  return { 'paused', after, {} }
end
local pending = pendingAfter(stream, group, consumer, after, limit)
local seen, ids = after, {}
for _, entry in ipairs(pending) do
  seen = entry[1]
  if entry[3] < lease and entry[4] == 1 then
    ids[#ids + 1] = seen
  end
end
return { #pending < limit and 'end' or 'more', seen, ids }
