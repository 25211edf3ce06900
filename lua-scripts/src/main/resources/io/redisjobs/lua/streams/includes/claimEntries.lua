--@include addTaken
-- Delivers pending entries to the consumer once more; those that were trimmed away are left out.
local function claimEntries(stream, group, consumer, ids, taken)
  local claimed = redis.pcall('XCLAIM', stream, group, consumer, 0, unpack(ids))
  if claimed.err then
    if string.find(claimed.err, 'NOGROUP', 1, true) then
      return
    end
    error(claimed)
  end
  for _, entry in ipairs(claimed) do
    if entry then
      local id = entry[1]
      local deliveries = redis.call('XPENDING', stream, group, id, id, 1)[1][4]
      addTaken(taken, id, deliveries, entry[2])
    end
  end
end
