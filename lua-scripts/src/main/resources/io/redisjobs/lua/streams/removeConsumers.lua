-- Removes consumers that hold nothing and have not been seen for a time.
--
-- KEYS
--   1 stream  the queue's stream
-- ARGV
--   1 group   the consumer group
--   2 idle    milliseconds since they were seen
--   3 only    only this consumer, or '' for any
--   4 limit   the most consumers to remove
-- Reply
--   1 how many were removed
--@include fieldsOf
local stream = KEYS[1]
local group, idle, only, limit = ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])

local consumers = redis.pcall('XINFO', 'CONSUMERS', stream, group)
if consumers.err then
  return { 0 }
end
local removed = 0
for _, flat in ipairs(consumers) do
  local consumer = fieldsOf(flat)
  local meant = only == '' or consumer['name'] == only
  if removed < limit and meant and consumer['pending'] == 0 and consumer['idle'] >= idle then
    redis.call('XGROUP', 'DELCONSUMER', stream, group, consumer['name'])
    removed = removed + 1
  end
end
return { removed }
