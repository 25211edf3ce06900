-- Ends an entry for good: the failure is written, then the entry is acknowledged.
-- KEYS
--   1 stream
--   2 stream of the failures
--   3 the memory of the call's lane (see once)
-- ARGV
--   1 group
--   2 consumer
--   3 id
--   4 delivery count
--   5 what to write
--   6 key of the job id's marker or ''
--   7 the number of the call in its lane
-- Derived keys
--   the marker, which begins with KEYS[1]
-- Reply
--   'dead', 'lost' or 'gone'
--@include once
--@include ownedEntries
--@include lossOf
--@include requireStream
local stream, failures = KEYS[1], KEYS[2]
local group, consumer, id, deliveries = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local failure, marker = ARGV[5], ARGV[6]

return once(function()
  requireStream(failures)
  if ownedEntries(stream, group, consumer, { id }, id, id)[id] ~= deliveries then
    return { lossOf(stream, group, id) }
  end
  redis.call('XADD', failures, '*', 'payload', failure)
  if marker ~= '' then
    redis.call('DEL', marker)
  end
  redis.call('XACK', stream, group, id)
  return { 'dead' }
end)
