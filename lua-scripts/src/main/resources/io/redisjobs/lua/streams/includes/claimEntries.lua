--@include addTaken
-- Delivers pending entries to the consumer once more, no further one when there are room bytes; those that were trimmed
-- away are left out. Answers how many of the ids it has seen to, and their bytes.
local function claimEntries(stream, group, consumer, ids, room, taken)
  local bytes = 0
  for i, id in ipairs(ids) do
    if bytes >= room then
      return i - 1, bytes
    end
    local claimed = redis.pcall('XCLAIM', stream, group, consumer, 0, id)
    if claimed.err then
      if string.find(claimed.err, 'NOGROUP', 1, true) then
        return #ids, bytes
      end
      error(claimed)
    end
    if claimed[1] then
      local deliveries = redis.call('XPENDING', stream, group, id, id, 1)[1][4]
      bytes = bytes + addTaken(taken, id, deliveries, claimed[1][2])
    end
  end
  return #ids, bytes
end
