--@include addTaken
-- Makes a reply of what is remembered of it: reads the entries taken, as far as they are still the consumer's.
local function takenBefore(stream, group, consumer, remembered)
  local ids, taken = remembered[4], {}
  for i = 1, #ids, 2 do
    local pending = redis.pcall('XPENDING', stream, group, ids[i], ids[i], 1, consumer)
    local entry = redis.call('XRANGE', stream, ids[i], ids[i])[1]
    if entry and not pending.err and pending[1] and pending[1][4] == ids[i + 1] then
      addTaken(taken, ids[i], ids[i + 1], entry[2])
    end
  end
  remembered[4] = taken
  return remembered
end
