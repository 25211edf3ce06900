-- Counts a child as done, once for each child id; the last one removes the counter.
--
-- KEYS
--   1 count   `{cc:<key>}:count`, how many children are outstanding
--   2 done    `{cc:<key>}:done`, the children that were counted
-- ARGV
--   1 child   the id of the child
--   2 ttl     ms after which an abandoned counter is forgotten, 0 for never
-- Reply
--   OK and how many are outstanding
--   or ERR and CHILD_REQUIRED or NO_COUNTER
local count, done = KEYS[1], KEYS[2]
local child = ARGV[1]
local ttl = tonumber(ARGV[2])

if child == '' then
	return { 'ERR', 'CHILD_REQUIRED' }
end
local outstanding = tonumber(redis.call('GET', count) or '')
if outstanding == nil then
	return { 'ERR', 'NO_COUNTER' }
end
if redis.call('SADD', done, child) == 0 then
	return { 'OK', outstanding }
end
outstanding = redis.call('DECR', count)
if outstanding <= 0 then
	redis.call('DEL', count, done)
	return { 'OK', 0 }
end
if ttl > 0 then
	redis.call('PEXPIRE', count, ttl)
	redis.call('PEXPIRE', done, ttl)
end
return { 'OK', outstanding }
