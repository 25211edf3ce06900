--@include addTaken
--@include claimEntries
-- Takes up to max entries: first those that are due to be delivered again, then new ones.
-- Creates the group if it is missing.
local function takeEntries(stream, retries, group, consumer, max, now, taken)
  local due = redis.call('ZRANGEBYSCORE', retries, '-inf', now, 'LIMIT', 0, math.min(max, 200))
  if #due > 0 then
    claimEntries(stream, group, consumer, due, taken)
    redis.call('ZREM', retries, unpack(due))
  end
  local room = max - #taken / 3
  if room < 1 then
    return
  end
  local read = redis.pcall('XREADGROUP', 'GROUP', group, consumer, 'COUNT', room, 'STREAMS', stream, '>')
  if read and read.err then
    if not string.find(read.err, 'NOGROUP', 1, true) then
      error(read)
    end
    redis.call('XGROUP', 'CREATE', stream, group, '0', 'MKSTREAM')
    read = redis.call('XREADGROUP', 'GROUP', group, consumer, 'COUNT', room, 'STREAMS', stream, '>')
  end
  if read then
    for _, entry in ipairs(read[1][2]) do
      addTaken(taken, entry[1], 1, entry[2])
    end
  end
end
