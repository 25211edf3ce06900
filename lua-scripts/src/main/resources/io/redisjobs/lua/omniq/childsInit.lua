-- Starts a counter of outstanding children.
--
-- KEYS
--   1 count   `{cc:<key>}:count`, how many children are outstanding
--   2 done    `{cc:<key>}:done`, the children that were counted
-- ARGV
--   1 expected   how many children are expected
--   2 ttl        ms after which an abandoned counter is forgotten, 0 for never
-- Reply
--   OK
--   or ERR and NO_EXPECTED, BAD_EXPECTED or ALREADY_INIT
local count, done = KEYS[1], KEYS[2]
local expected = ARGV[1]
local ttl = tonumber(ARGV[2])

if expected == '' then
	return { 'ERR', 'NO_EXPECTED' }
elseif (tonumber(expected) or 0) <= 0 then
	return { 'ERR', 'BAD_EXPECTED' }
elseif redis.call('EXISTS', count) == 1 then
	return { 'ERR', 'ALREADY_INIT' }
end
redis.call('SET', count, expected)
redis.call('DEL', done)
if ttl > 0 then
	redis.call('PEXPIRE', count, ttl)
end
return { 'OK' }
