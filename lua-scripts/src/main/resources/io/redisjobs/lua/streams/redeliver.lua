-- Makes entries readable again that their workers have neither acknowledged nor extended for a time: as new entries,
-- which plain readers get, while the old ones are acknowledged. Does nothing while workers of ours attend to the group.
-- No further entry after 1 MiB.
--
-- KEYS
--   1 stream          the queue's stream
--   2 retries         entries that wait to be delivered again, by due time
--   3 attended        says that workers of ours attend to the group
-- ARGV
--   1 group           the consumer group
--   2 abandonedAfter  milliseconds after which an entry counts as abandoned
--   3 after           entry id to go on after; '-' to begin
--   4 limit           the most entries to look at
--   5 most            how often a job is delivered at most
--   6 countPrefix     what the keys begin with that remember how often a job was delivered as an earlier entry
--   7 rememberFor     milliseconds to remember it
-- Derived keys
--   countPrefix and the entry's id; it has the slot of the stream
-- Reply
--   1 id to go on after; '-' at the end
--   2 how many entries were delivered again
--   3 the entries that were delivered often enough or cannot be again, flat: id, consumer, delivery count, deliveries of
--     the job in all, payload (false where the entry has none), 'spent' or 'deleted'
--@include serverMillis
--@include addTaken
local stream, retries, attended = KEYS[1], KEYS[2], KEYS[3]
local group, abandonedAfter, after, limit = ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local most, countPrefix, rememberFor = tonumber(ARGV[5]), ARGV[6], ARGV[7]
local ROOM, MOST_FIELDS = 1048576, 2000

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

local function copy(id, fields, total)
  local copied = redis.call('XADD', stream, '*', unpack(fields))
  redis.call('SET', countPrefix .. copied, total, 'PX', rememberFor)
  redis.call('XACK', stream, group, id)
  redis.call('DEL', countPrefix .. id)
  redelivered = redelivered + 1
end

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
  if entry and total < most and #entry[2] <= MOST_FIELDS then
    copy(id, entry[2], total)
  else
    for _, value in ipairs({ id, consumer, deliveries, total, found[3] or false, entry and 'spent' or 'deleted' }) do
      spent[#spent + 1] = value
    end
  end
  redis.call('ZREM', retries, id)
end

local from = after == '-' and after or '(' .. after
local pending = redis.call('XPENDING', stream, group, from, '+', limit)
for _, entry in ipairs(pending) do
  if bytes >= ROOM then
    return { after, redelivered, spent }
  end
  after = entry[1]
  if isAbandoned(entry[1], entry[3]) then
    see(entry[1], entry[2], entry[4])
  end
end
return { #pending < limit and '-' or after, redelivered, spent }
