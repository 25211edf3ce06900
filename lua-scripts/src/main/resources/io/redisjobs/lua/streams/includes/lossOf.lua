-- Says why an entry is not the consumer's run any more: 'lost' to another one, or 'gone' from the group.
local function lossOf(stream, group, id)
  local pending = redis.pcall('XPENDING', stream, group, id, id, 1)
  if pending.err or #pending == 0 then
    return 'gone'
  end
  return 'lost'
end
