-- Appends jobs to a stream.
-- KEYS
--   1 stream
--   2 the memory of the call's lane (see once)
-- ARGV
--   1.. payload of each job, the JSON envelope
--   last: the number of the call in its lane
-- Reply
--   the entry id of each job
--@include once
local stream = KEYS[1]
return once(function()
  local ids = {}
  for i = 1, #ARGV do
    ids[i] = redis.call('XADD', stream, '*', 'payload', ARGV[i])
  end
  return ids
end)
