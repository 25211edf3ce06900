-- Tells a consumer what it was given in a reply that was lost, no further entry after 1 MiB. The lease begins anew; it is
-- still the entry's first delivery.
-- KEYS
--   1 stream
-- ARGV
--   1 group
--   2 consumer
--   3.. ids
-- Reply
--   the entries, flat: id, delivery count, payload; what is not the consumer's first delivery is left out
--@include addTaken
local stream = KEYS[1]
local group, consumer = ARGV[1], ARGV[2]

local taken, bytes = {}, 0
for i = 3, #ARGV do
  if bytes >= 1048576 then
    break
  end
  local id = ARGV[i]
  local pending = redis.pcall('XPENDING', stream, group, id, id, 1, consumer)
  if not pending.err and pending[1] and pending[1][4] == 1 then
    local claimed = redis.call('XCLAIM', stream, group, consumer, 0, id, 'RETRYCOUNT', 1)
    if claimed[1] then
      bytes = bytes + addTaken(taken, id, 1, claimed[1][2])
    end
  end
end
return taken
