-- Tells which entries are still the consumer's: a table from entry id to delivery count.
-- ids has at most some hundred values; first and last are the lowest and the highest of them.
local function ownedEntries(stream, group, consumer, ids, first, last)
  local owned = {}
  local room = #ids * 2 + 200
  local pending = redis.pcall('XPENDING', stream, group, first, last, room, consumer)
  if pending.err then
    if string.find(pending.err, 'NOGROUP', 1, true) then
      return owned
    end
    error(pending)
  end
  if #pending < room then
    for _, entry in ipairs(pending) do
      owned[entry[1]] = entry[4]
    end
    return owned
  end
  -- too many others lie between: ask one by one
  for _, id in ipairs(ids) do
    local one = redis.call('XPENDING', stream, group, id, id, 1, consumer)[1]
    if one then
      owned[id] = one[4]
    end
  end
  return owned
end
