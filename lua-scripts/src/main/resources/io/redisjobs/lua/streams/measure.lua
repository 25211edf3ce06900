-- Reads what the operators of a stream watch.
-- KEYS
--   1 stream
-- ARGV
--   none
-- Reply
--   1 entries in the stream
--   2 the server's memory section
--   3 for each group, flat: name, consumers, pending, lag (-1 where Redis does not know it)
local stream = KEYS[1]
local groups = {}
if redis.call('EXISTS', stream) == 1 then
  for _, flat in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
    local group = {}
    for i = 1, #flat, 2 do
      group[flat[i]] = flat[i + 1]
    end
    local n = #groups
    groups[n + 1] = group['name']
    groups[n + 2] = group['consumers']
    groups[n + 3] = group['pending']
    groups[n + 4] = group['lag'] or -1
  end
end
local memory = redis.pcall('INFO', 'memory')
return { redis.call('XLEN', stream), type(memory) == 'string' and memory or '', groups }
