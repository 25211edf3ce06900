-- Puts a message that cannot be worked aside, so that the others go on.
--
-- KEYS
--   source   the list or sorted set it is in
--   parked   the list of such messages
-- ARGV
--   kind     list | zset
--   bytes    the message
-- Reply: PARKED | MISSING (somebody else has moved it)

local source, parked = KEYS[1], KEYS[2]
local kind, bytes = ARGV[1], ARGV[2]

redis.call('LLEN', parked)
local removed
if kind == 'zset' then
	removed = redis.call('ZREM', source, bytes)
else
	removed = redis.call('LREM', source, -1, bytes)
end
if removed == 0 then
	return { 'MISSING' }
end
redis.call('LPUSH', parked, bytes)
return { 'PARKED' }
