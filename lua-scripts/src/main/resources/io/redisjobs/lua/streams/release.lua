-- Ends runs without an acknowledgement: the entries wait, in the hands of no worker, until they are due again.
--
-- KEYS
--   1 stream     the queue's stream
--   2 retries    entries that wait to be delivered again, by due time
--   last memory  the memory of the call's lane (see once)
-- ARGV
--   1 group      the consumer group
--   2 consumer   the consumer that holds them
--   3 holder     name of the consumer that holds what waits
--   4 delay      milliseconds until they are due
--   5 kind       'counts' if the delivery counts as an attempt, 'free' if not
--   6.. for each entry: id, deliveries, marker, run
--       the key of the job id's marker or '', and the run's token
--   last call    the number of the call in its lane
-- Derived keys
--   the markers, which begin with the stream's key
-- Reply
--   for each entry 'released', 'lost' or 'gone'
--@include once
--@include ownedEntries
--@include lossOf
--@include serverMillis
local stream, retries = KEYS[1], KEYS[2]
local group, consumer, holder, delay, kind = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5]
local FIRST_ENTRY, ENTRY_VALUES = 6, 4

local function release(due, id, deliveries, marker, run)
  local count = tonumber(deliveries)
  if ownedEntries(stream, group, consumer, { id }, id, id)[id] ~= count then
    return lossOf(stream, group, id)
  end
  local counted = kind == 'counts' and count or count - 1
  redis.call('XCLAIM', stream, group, holder, 0, id, 'RETRYCOUNT', counted, 'JUSTID')
  redis.call('ZADD', retries, due, id)
  -- the marker of an earlier run that was interrupted stays as it is
  if marker ~= '' and redis.call('GET', marker) == id .. ' running ' .. run then
    redis.call('SET', marker, id .. ' waiting', 'KEEPTTL')
  end
  return 'released'
end

return once(function()
  local due = serverMillis() + delay
  local words = {}
  for at = FIRST_ENTRY, #ARGV, ENTRY_VALUES do
    words[#words + 1] = release(due, unpack(ARGV, at, at + ENTRY_VALUES - 1))
  end
  return words
end)
