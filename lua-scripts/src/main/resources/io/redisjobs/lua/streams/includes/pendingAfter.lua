-- What a consumer holds after an entry id, '-' for from the beginning, at most limit entries; none without a group.
local function pendingAfter(stream, group, consumer, after, limit)
  local from = after == '-' and after or '(' .. after
  local pending = redis.pcall('XPENDING', stream, group, from, '+', limit, consumer)
  if not pending.err then
    return pending
  end
  if string.find(pending.err, 'NOGROUP', 1, true) then
    return {}
  end
  error(pending)
end
