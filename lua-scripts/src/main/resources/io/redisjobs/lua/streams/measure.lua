-- Reads what the operators of a stream watch.
--
-- KEYS
--   1 stream  the queue's stream
-- ARGV
--   none
-- Reply
--   1 entries in the stream
--   2 the server's memory section
--   3 for each group, flat: name, consumers, pending, lag (-1 where Redis does not know it)
--@include groupsOf
local stream = KEYS[1]
local groups = {}
for _, group in ipairs(groupsOf(stream)) do
  local n = #groups
  groups[n + 1] = group['name']
  groups[n + 2] = group['consumers']
  groups[n + 3] = group['pending']
  groups[n + 4] = group['lag'] or -1
end
local memory = redis.pcall('INFO', 'memory')
return { redis.call('XLEN', stream), type(memory) == 'string' and memory or '', groups }
