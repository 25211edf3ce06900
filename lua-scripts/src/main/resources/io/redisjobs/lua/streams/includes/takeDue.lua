--@include claimEntries
-- Takes up to max entries that are due to be delivered again, no further one when there are room bytes. Answers their
-- bytes.
local function takeDue(stream, retries, group, consumer, max, room, now, taken)
  local due = redis.call('ZRANGEBYSCORE', retries, '-inf', now, 'LIMIT', 0, math.min(max, 200))
  if #due == 0 then
    return 0
  end
  local seen, bytes = claimEntries(stream, group, consumer, due, room, taken)
  redis.call('ZREM', retries, unpack(due, 1, seen))
  return bytes
end
