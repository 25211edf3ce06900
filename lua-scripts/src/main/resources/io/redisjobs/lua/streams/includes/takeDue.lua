--@include claimEntries
-- Takes up to max entries that are due to be delivered again.
local function takeDue(stream, retries, group, consumer, max, now, taken)
  local due = redis.call('ZRANGEBYSCORE', retries, '-inf', now, 'LIMIT', 0, math.min(max, 200))
  if #due > 0 then
    claimEntries(stream, group, consumer, due, taken)
    redis.call('ZREM', retries, unpack(due))
  end
end
