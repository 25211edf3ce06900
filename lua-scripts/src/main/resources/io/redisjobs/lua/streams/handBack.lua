-- Hands an entry back for another worker: it waits in the hands of no worker, longer each time, and the delivery does not
-- count. One that was handed back often enough stays this run's, to be failed.
--
-- KEYS
--   1 stream     the queue's stream
--   2 retries    entries that wait to be delivered again, by due time
--   3 count      how often the entry went back
--   last memory  the memory of the call's lane (see once)
-- ARGV
--   1 group        the consumer group
--   2 consumer     the consumer that holds the entry
--   3 holder       name of the consumer that holds what waits
--   4 id           the entry's id
--   5 deliveries   its delivery count
--   6 marker       key of the job id's marker, or ''
--   7 run          the run's token
--   8 most         how often it goes back at most
--   9 pause        for how long it waits the first time in ms
--   10 rememberFor for how long the count is kept in ms
--   last call      the number of the call in its lane
-- Derived keys
--   the marker, which begins with the stream's key
-- Reply
--   'back', how often it went back by now, and for how long in ms
--   or 'spent', 'lost' or 'gone'
--@include once
--@include ownedEntries
--@include lossOf
--@include handBack
--@include serverMillis
local stream, retries, count = KEYS[1], KEYS[2], KEYS[3]
local group, consumer, holder = ARGV[1], ARGV[2], ARGV[3]
local id, deliveries, marker, run = ARGV[4], tonumber(ARGV[5]), ARGV[6], ARGV[7]
local most, pause, rememberFor = tonumber(ARGV[8]), tonumber(ARGV[9]), ARGV[10]

return once(function()
  if ownedEntries(stream, group, consumer, { id }, id, id)[id] ~= deliveries then
    return { lossOf(stream, group, id) }
  end
  redis.call('ZCARD', retries)
  local state = marker ~= '' and redis.call('GET', marker)
  local times, wait = handBack(count, most, pause, rememberFor)
  if not times then
    return { 'spent' }
  end
  redis.call('XCLAIM', stream, group, holder, 0, id, 'RETRYCOUNT', deliveries - 1, 'JUSTID')
  redis.call('ZADD', retries, serverMillis() + wait, id)
  -- the marker of an earlier run that was interrupted stays as it is
  if state == id .. ' running ' .. run then
    redis.call('SET', marker, id .. ' waiting', 'KEEPTTL')
  end
  return { 'back', times, wait }
end)
