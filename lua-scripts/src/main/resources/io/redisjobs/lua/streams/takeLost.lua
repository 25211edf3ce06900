-- Tells a consumer what it was given in a reply that was lost, no further entry after 1 MiB. The lease begins anew; it is
-- still the entry's first delivery.
--
-- KEYS
--   1 stream    the queue's stream
-- ARGV
--   1 group     the consumer group
--   2 consumer  the consumer
--   3.. for each entry: id
-- Reply
--   the entries, flat: id, delivery count, payload; what is not the consumer's first delivery is left out
--@include addTaken
local stream = KEYS[1]
local group, consumer = ARGV[1], ARGV[2]
local FIRST_ENTRY, ROOM = 3, 1048576

local taken, bytes = {}, 0
for at = FIRST_ENTRY, #ARGV do
  if bytes >= ROOM then
    break
  end
  local id = ARGV[at]
  local pending = redis.pcall('XPENDING', stream, group, id, id, 1, consumer)
  if not pending.err and pending[1] and pending[1][4] == 1 then
    local claimed = redis.call('XCLAIM', stream, group, consumer, 0, id, 'RETRYCOUNT', 1)
    if claimed[1] then
      bytes = bytes + addTaken(taken, id, 1, claimed[1][2])
    end
  end
end
return taken
