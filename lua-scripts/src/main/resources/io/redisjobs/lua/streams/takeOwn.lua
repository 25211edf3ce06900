-- Delivers again what the consumer had taken before it was restarted, no further entry after 1 MiB.
-- KEYS
--   1 stream
--   2 paused flag
-- ARGV
--   1 group
--   2 consumer
--   3 entry id to go on after; '-' to begin
--   4 the most entries to take
-- Reply
--   1 'paused', 'more' (there may be further ones) or 'end'
--   2 id to go on after
--   3 the entries taken, flat: id, delivery count, payload
--@include claimEntries
local stream, pausedFlag = KEYS[1], KEYS[2]
local group, consumer, cursor, max = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])

if redis.call('EXISTS', pausedFlag) == 1 then
  return { 'paused', cursor, {} }
end
if cursor ~= '-' then
  cursor = '(' .. cursor
end
local pending = redis.pcall('XPENDING', stream, group, cursor, '+', max, consumer)
if pending.err then
  if string.find(pending.err, 'NOGROUP', 1, true) then
    return { 'end', '-', {} }
  end
  error(pending)
end
if #pending == 0 then
  return { 'end', '-', {} }
end
local ids, room = {}, 1048576
for i, entry in ipairs(pending) do
  ids[i] = entry[1]
end
local taken = {}
local seen = claimEntries(stream, group, consumer, ids, room, taken)
return { #ids < max and seen == #ids and 'end' or 'more', ids[seen], taken }
