-- Ends runs without an acknowledgement: the entries wait, in the hands of no worker, until they are due again.
-- KEYS
--   1 stream
--   2 retries
--   3 the memory of the call's lane (see once)
-- ARGV
--   1 group
--   2 consumer
--   3 name of the consumer that holds what waits
--   4 milliseconds until they are due
--   5 'counts' if the delivery counts as an attempt, 'free' if not
--   6.. for each entry: id, delivery count, key of the job id's marker or '', token of the run
--   last: the number of the call in its lane
-- Derived keys
--   the markers, which begin with KEYS[1]
-- Reply
--   'returned', 'lost' or 'gone' for each entry
--@include once
--@include ownedEntries
--@include lossOf
--@include serverMillis
local stream, retries = KEYS[1], KEYS[2]
local group, consumer, holder = ARGV[1], ARGV[2], ARGV[3]
local delay, kind = tonumber(ARGV[4]), ARGV[5]

return once(function()
  local due = serverMillis() + delay
  local words = {}
  for i = 6, #ARGV, 4 do
    local id, deliveries, marker, run = ARGV[i], tonumber(ARGV[i + 1]), ARGV[i + 2], ARGV[i + 3]
    local owned = ownedEntries(stream, group, consumer, { id }, id, id)
    if owned[id] == deliveries then
      local counted = kind == 'counts' and deliveries or deliveries - 1
      redis.call('XCLAIM', stream, group, holder, 0, id, 'RETRYCOUNT', counted, 'JUSTID')
      redis.call('ZADD', retries, due, id)
      -- the marker of an earlier run that was interrupted stays as it is
      if marker ~= '' and redis.call('GET', marker) == id .. ' running ' .. run then
        redis.call('SET', marker, id .. ' waiting', 'KEEPTTL')
      end
      words[#words + 1] = 'returned'
    else
      words[#words + 1] = lossOf(stream, group, id)
    end
  end
  return words
end)
