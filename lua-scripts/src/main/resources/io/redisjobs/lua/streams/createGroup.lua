-- Creates a group that reads the stream from its beginning, and the stream, where they are missing.
-- KEYS
--   1 stream
-- ARGV
--   1 group
-- Reply
--   1 'created' or 'known'
local stream, group = KEYS[1], ARGV[1]
local created = redis.pcall('XGROUP', 'CREATE', stream, group, '0', 'MKSTREAM')
if created.err then
  if string.find(created.err, 'BUSYGROUP', 1, true) then
    return { 'known' }
  end
  error(created)
end
return { 'created' }
