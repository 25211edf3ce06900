-- Ends an entry for good: the failure is written, then the entry is acknowledged.
-- KEYS
--   1 stream
--   2 stream of the failures
-- ARGV
--   1 group
--   2 consumer
--   3 id
--   4 delivery count
--   5 what to write
--   6 key of the job id's marker or ''
-- Derived keys
--   the marker, which begins with KEYS[1]
-- Reply
--   'dead', 'lost' or 'gone'
--@include ownedEntries
--@include lossOf
--@include requireStream
local stream, failures = KEYS[1], KEYS[2]
local group, consumer, id, deliveries = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local failure, marker = ARGV[5], ARGV[6]

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
