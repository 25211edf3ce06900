-- Appends jobs to a stream.
-- KEYS
--   1 stream
-- ARGV
--   1.. payload of each job, the JSON envelope
-- Reply
--   the entry id of each job
local stream = KEYS[1]
local ids = {}
for i = 1, #ARGV do
  ids[i] = redis.call('XADD', stream, '*', 'payload', ARGV[i])
end
return ids
