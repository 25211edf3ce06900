-- Takes entries back from workers that let their leases run out, and lists them for another delivery.
--
-- KEYS
--   1 stream       the queue's stream
--   2 retries      entries that wait to be delivered again, by due time
--   3 attended     says that workers of ours attend to the group
-- ARGV
--   1 group        the consumer group
--   2 holder       name of the consumer that holds what waits
--   3 lease        the lease in milliseconds
--   4 from         id to start from
--   5 limit        the most entries to take back
--   6 attendedFor  milliseconds for which the sign of attention is given, 0 for not at all
-- Reply
--   1 id to go on from
--   2 how many were listed
--   3 how many had been trimmed away and were dropped
--@include serverMillis
local stream, retries, attended = KEYS[1], KEYS[2], KEYS[3]
local group, holder, lease, from, limit, attendedFor = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6])

if attendedFor > 0 then
  -- a server that is full takes no sign, and recovery goes on without
  redis.pcall('SET', attended, '1', 'PX', attendedFor)
end
local claimed = redis.pcall('XAUTOCLAIM', stream, group, holder, lease, from, 'COUNT', limit, 'JUSTID')
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
