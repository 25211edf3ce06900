-- Creates a group that reads the stream from its beginning, and the stream, where they are missing.
--
-- KEYS
--   1 stream  the queue's stream
-- ARGV
--   1 group   the consumer group
-- Reply
--   1 'created' or 'known'
--@include groupsOf
local stream, group = KEYS[1], ARGV[1]
-- looked for first, because a server that is full creates nothing, not even what exists
for _, known in ipairs(groupsOf(stream)) do
  if known['name'] == group then
    return { 'known' }
  end
end
redis.call('XGROUP', 'CREATE', stream, group, '0', 'MKSTREAM')
return { 'created' }
