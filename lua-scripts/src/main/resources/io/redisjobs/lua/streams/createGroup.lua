-- Creates a group that reads the stream from its beginning, and the stream, where they are missing.
-- KEYS
--   1 stream
-- ARGV
--   1 group
-- Reply
--   1 'created' or 'known'
local stream, group = KEYS[1], ARGV[1]
-- looked for first, because a server that is full creates nothing, not even what exists
if redis.call('EXISTS', stream) == 1 then
  for _, flat in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
    for i = 1, #flat, 2 do
      if flat[i] == 'name' and flat[i + 1] == group then
        return { 'known' }
      end
    end
  end
end
redis.call('XGROUP', 'CREATE', stream, group, '0', 'MKSTREAM')
return { 'created' }
