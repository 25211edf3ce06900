-- Ends an entry for good: the failure is written, then the entry is acknowledged. An entry that is not the consumer's
-- current run is left alone.
--
-- KEYS
--   1 stream      the queue's stream
--   2 failures    the stream of the failures
--   last memory   the memory of the call's lane (see once)
-- ARGV
--   1 group       the consumer group
--   2 consumer    the consumer that holds the entry
--   3 id          the entry's id
--   4 deliveries  its delivery count
--   5 failure     what to write
--   6 marker      key of the job id's marker, or ''
--   7 run         the run's token
--   last call     the number of the call in its lane
-- Derived keys
--   the marker, which begins with the stream's key
-- Reply
--   'failed', 'lost' or 'gone'
--@include once
--@include ownedEntries
--@include lossOf
--@include requireStream
local stream, failures = KEYS[1], KEYS[2]
local group, consumer, id, deliveries = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local failure, marker, run = ARGV[5], ARGV[6], ARGV[7]

return once(function()
  requireStream(failures)
  if ownedEntries(stream, group, consumer, { id }, id, id)[id] ~= deliveries then
    return { lossOf(stream, group, id) }
  end
  local state = marker ~= '' and redis.call('GET', marker)
  redis.call('XADD', failures, '*', 'payload', failure)
  if marker ~= '' then
    if state == id .. ' running ' .. run then
      redis.call('DEL', marker)
    elseif state then
      -- an earlier run may have had its effect, so the job id does not run again
      redis.call('SET', marker, 'interrupted', 'KEEPTTL')
    end
  end
  redis.call('XACK', stream, group, id)
  return { 'failed' }
end)
