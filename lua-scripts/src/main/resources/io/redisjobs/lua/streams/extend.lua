-- Extends the leases of entries that are still the consumer's current runs.
--
-- KEYS
--   1 stream    the queue's stream
-- ARGV
--   1 group     the consumer group
--   2 consumer  the consumer that holds them
--   3 first     the lowest id
--   4 last      the highest id
--   5.. for each entry: id, deliveries
-- Reply
--   for each entry 'extended', 'lost' or 'gone'
--@include ownedEntries
--@include lossOf
local stream = KEYS[1]
local group, consumer, first, last = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local FIRST_ENTRY, ENTRY_VALUES = 5, 2

local ids, mine, words = {}, {}, {}
for at = FIRST_ENTRY, #ARGV, ENTRY_VALUES do
  ids[#ids + 1] = ARGV[at]
end
local owned = ownedEntries(stream, group, consumer, ids, first, last)
for at = FIRST_ENTRY, #ARGV, ENTRY_VALUES do
  local id, deliveries = unpack(ARGV, at, at + ENTRY_VALUES - 1)
  if owned[id] == tonumber(deliveries) then
    mine[#mine + 1] = id
    words[#words + 1] = 'extended'
  else
    words[#words + 1] = lossOf(stream, group, id)
  end
end
for i = 1, #mine, 500 do
  local part = { unpack(mine, i, math.min(i + 499, #mine)) }
  part[#part + 1] = 'JUSTID'
  redis.call('XCLAIM', stream, group, consumer, 0, unpack(part))
end
return words
