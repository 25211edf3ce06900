-- Appends jobs to a stream.
--
-- KEYS
--   1 stream     the queue's stream
--   last memory  the memory of the call's lane (see once)
-- ARGV
--   1.. for each job: payload
--       the JSON envelope
--   last call    the number of the call in its lane
-- Reply
--   the entry id of each job
--@include once
local stream = KEYS[1]
return once(function()
  local ids = {}
  for i, payload in ipairs(ARGV) do
    ids[i] = redis.call('XADD', stream, '*', 'payload', payload)
  end
  return ids
end)
