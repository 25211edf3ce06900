-- Makes entries readable again that their workers have neither acknowledged nor renewed for a time: as new entries, which
-- plain readers get, while the old ones are acknowledged. Does nothing while workers of ours attend to the group. No
-- further entry after 1 MiB.
-- KEYS
--   1 stream
--   2 retries
--   3 sign that workers of ours attend to the group
-- ARGV
--   1 group
--   2 milliseconds after which an entry counts as abandoned
--   3 entry id to go on after; '-' to begin
--   4 the most entries to look at
--   5 how often a job is delivered at most
--   6 what the keys begin with that remember how often a job was delivered as an earlier entry
--   7 milliseconds to remember it
-- Derived keys
--   ARGV[6] and the entry's id; it has the slot of KEYS[1]
-- Reply
--   1 id to go on after; '-' at the end
--   2 how many entries were delivered again
--   3 the entries that were delivered often enough or cannot be again, flat: id, consumer, delivery count, deliveries of
--     the job in all, payload (false where the entry has none), 'spent' or 'deleted'
--@include serverMillis
--@include addTaken
local stream, retries, attended = KEYS[1], KEYS[2], KEYS[3]
local group, abandonedAfter, cursor, limit = ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local most, countPrefix, rememberFor = tonumber(ARGV[5]), ARGV[6], ARGV[7]
local room, mostFields = 1048576, 2000

if redis.call('EXISTS', attended) == 1 then
  return { '-', 0, {} }
end
local now = serverMillis()

local function isAbandoned(id, idle)
  if idle < abandonedAfter then
    return false
  end
  -- what waits for one of our workers is nobody's before it is due
  local due = redis.call('ZSCORE', retries, id)
  return not due or now - tonumber(due) >= abandonedAfter
end

local spent, redelivered, bytes = {}, 0, 0

local function see(id, consumer, deliveries)
  local earlier = tonumber(redis.call('GET', countPrefix .. id) or 0) or 0
  local total = earlier + deliveries
  local entry = redis.call('XRANGE', stream, id, id)[1]
  local found = {}
  if entry then
    addTaken(found, id, deliveries, entry[2])
    for _, value in ipairs(entry[2]) do
      bytes = bytes + #value
    end
  end
  if entry and total < most and #entry[2] <= mostFields then
    local copy = redis.call('XADD', stream, '*', unpack(entry[2]))
    redis.call('SET', countPrefix .. copy, total, 'PX', rememberFor)
    redis.call('XACK', stream, group, id)
    redis.call('DEL', countPrefix .. id)
    redelivered = redelivered + 1
  else
    for _, value in ipairs({ id, consumer, deliveries, total, found[3] or false, entry and 'spent' or 'deleted' }) do
      spent[#spent + 1] = value
    end
  end
  redis.call('ZREM', retries, id)
end

local from = cursor == '-' and cursor or '(' .. cursor
local pending = redis.call('XPENDING', stream, group, from, '+', limit)
for _, entry in ipairs(pending) do
  if bytes >= room then
    return { cursor, redelivered, spent }
  end
  cursor = entry[1]
  if isAbandoned(entry[1], entry[3]) then
    see(entry[1], entry[2], entry[4])
  end
end
return { #pending < limit and '-' or cursor, redelivered, spent }
