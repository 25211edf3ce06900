-- Takes entries back from workers that let their leases run out, and lists them for another delivery.
-- KEYS
--   1 stream
--   2 retries
--   3 sign that workers of ours attend to the group
-- ARGV
--   1 group
--   2 name of the consumer that holds what waits
--   3 lease in milliseconds
--   4 id to start from
--   5 the most entries to take back
--   6 milliseconds for which the sign is given, 0 for not at all
-- Reply
--   1 id to go on from
--   2 how many were listed
--   3 how many had been trimmed away and were dropped
--@include serverMillis
local stream, retries, attended = KEYS[1], KEYS[2], KEYS[3]
local group, holder, lease, cursor, limit = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local attendedFor = tonumber(ARGV[6])

if attendedFor > 0 then
  -- a server that is full takes no sign, and recovery goes on without
  redis.pcall('SET', attended, '1', 'PX', attendedFor)
end
local claimed = redis.pcall('XAUTOCLAIM', stream, group, holder, lease, cursor, 'COUNT', limit, 'JUSTID')
if claimed.err then
  if string.find(claimed.err, 'NOGROUP', 1, true) or string.find(claimed.err, 'no such key', 1, true) then
    return { '0-0', 0, 0 }
  end
  error(claimed)
end
local now = serverMillis()
local listed = 0
for _, id in ipairs(claimed[2]) do
  listed = listed + redis.call('ZADD', retries, 'NX', now, id)
end
return { claimed[1], listed, #(claimed[3] or {}) }
