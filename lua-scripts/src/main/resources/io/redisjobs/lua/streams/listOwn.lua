-- Lists what was delivered to a consumer for the first time, as far as the lease has not run out.
-- KEYS
--   1 stream
--   2 paused flag
-- ARGV
--   1 group
--   2 consumer
--   3 lease in milliseconds
--   4 entry id to go on after; '-' to begin
--   5 the most entries to look at
-- Reply
--   1 'paused', 'more' (there may be further ones) or 'end'
--   2 id to go on after
--   3 the ids
local stream, pausedFlag = KEYS[1], KEYS[2]
local group, consumer, lease, cursor, limit = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])

if redis.call('EXISTS', pausedFlag) == 1 then
  return { 'paused', cursor, {} }
end
local from = cursor == '-' and cursor or '(' .. cursor
local pending = redis.pcall('XPENDING', stream, group, from, '+', limit, consumer)
if pending.err then
  if string.find(pending.err, 'NOGROUP', 1, true) then
    return { 'end', cursor, {} }
  end
  error(pending)
end
local ids = {}
for _, entry in ipairs(pending) do
  cursor = entry[1]
  if entry[3] < lease and entry[4] == 1 then
    ids[#ids + 1] = cursor
  end
end
return { #pending < limit and 'end' or 'more', cursor, ids }
