-- Prolongs the leases of entries that are still the consumer's current runs.
-- KEYS
--   1 stream
-- ARGV
--   1 group
--   2 consumer
--   3 lowest id
--   4 highest id
--   5.. for each entry: id, delivery count
-- Reply
--   'extended', 'lost' or 'gone' for each entry
--@include ownedEntries
--@include lossOf
local stream = KEYS[1]
local group, consumer, first, last = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

local ids, mine, words = {}, {}, {}
for i = 5, #ARGV, 2 do
  ids[#ids + 1] = ARGV[i]
end
local owned = ownedEntries(stream, group, consumer, ids, first, last)
for i, id in ipairs(ids) do
  if owned[id] == tonumber(ARGV[4 + i * 2]) then
    mine[#mine + 1] = id
    words[i] = 'extended'
  else
    words[i] = lossOf(stream, group, id)
  end
end
for i = 1, #mine, 500 do
  local part = { unpack(mine, i, math.min(i + 499, #mine)) }
  part[#part + 1] = 'JUSTID'
  redis.call('XCLAIM', stream, group, consumer, 0, unpack(part))
end
return words
