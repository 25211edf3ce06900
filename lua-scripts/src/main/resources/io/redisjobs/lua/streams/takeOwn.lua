-- Delivers again what the consumer had taken before it was restarted, no further entry after 1 MiB.
--
-- KEYS
--   1 stream      the queue's stream
--   2 pausedFlag  exists while the queue is paused
-- ARGV
--   1 group       the consumer group
--   2 consumer    the consumer
--   3 after       entry id to go on after; '-' to begin
--   4 max         the most entries to take
-- Reply
--   1 'paused', 'more' (there may be further ones) or 'end'
--   2 id to go on after
--   3 the entries taken, flat: id, delivery count, payload
--@include claimEntries
--@include pendingAfter
local stream, pausedFlag = KEYS[1], KEYS[2]
local group, consumer, after, max = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local ROOM = 1048576

if redis.call('EXISTS', pausedFlag) == 1 then
  return { 'paused', after, {} }
end
local pending = pendingAfter(stream, group, consumer, after, max)
if #pending == 0 then
  return { 'end', '-', {} }
end
local ids = {}
for i, entry in ipairs(pending) do
  ids[i] = entry[1]
end
local taken = {}
local seen = claimEntries(stream, group, consumer, ids, ROOM, taken)
return { #ids < max and seen == #ids and 'end' or 'more', ids[seen], taken }
