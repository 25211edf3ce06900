-- Removes consumers that hold nothing and have not been seen for a time.
-- KEYS
--   1 stream
-- ARGV
--   1 group
--   2 idle time in milliseconds
--   3 only this consumer, or '' for any
--   4 the most consumers to remove
-- Reply
--   1 how many were removed
local stream = KEYS[1]
local group, idle, only, limit = ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])

local consumers = redis.pcall('XINFO', 'CONSUMERS', stream, group)
if consumers.err then
  return { 0 }
end
local removed = 0
for _, flat in ipairs(consumers) do
  local consumer = {}
  for i = 1, #flat, 2 do
    consumer[flat[i]] = flat[i + 1]
  end
  local meant = only == '' or consumer['name'] == only
  if removed < limit and meant and consumer['pending'] == 0 and consumer['idle'] >= idle then
    redis.call('XGROUP', 'DELCONSUMER', stream, group, consumer['name'])
    removed = removed + 1
  end
end
return { removed }
