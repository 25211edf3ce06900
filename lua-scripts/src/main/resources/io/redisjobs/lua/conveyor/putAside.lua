-- Puts a message that cannot be worked aside, so that the others go on.
--
-- KEYS
--   1 source       the list or sorted set it is in
--   2 unreadable   the list of such messages
-- ARGV
--   1 kind    list | zset
--   2 bytes   the message
-- Reply
--   ASIDE | MISSING (somebody else has moved it)

local source, unreadable = KEYS[1], KEYS[2]
local kind, bytes = ARGV[1], ARGV[2]

redis.call('LLEN', unreadable)
local removed
if kind == 'zset' then
	removed = redis.call('ZREM', source, bytes)
else
	removed = redis.call('LREM', source, -1, bytes)
end
if removed == 0 then
	return { 'MISSING' }
end
redis.call('LPUSH', unreadable, bytes)
return { 'ASIDE' }
