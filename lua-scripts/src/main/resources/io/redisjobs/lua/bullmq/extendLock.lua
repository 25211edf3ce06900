-- Prolongs the locks of running jobs.
-- KEYS
--   1 the prefix of the queue's keys, such as bull:emails:
-- ARGV
--   1 lock duration (ms)   2 the number of jobs (at most 500), then for each: +1 id   +2 lock token
-- Derived keys: stalled, each job's lock
-- Reply: for each job a word (extended, noLock, otherLock)
local base = KEYS[1]
local lease = ARGV[1]
local count = tonumber(ARGV[2])
local locks, reply, alive = {}, {}, {}
if count == 0 then
	return reply
end
for i = 1, count do
	locks[i] = base .. ARGV[2 * i + 1] .. ':lock'
end
local holders = redis.call('MGET', unpack(locks))
for i = 1, count do
	local token = ARGV[2 * i + 2]
	if holders[i] == token then
		redis.call('PEXPIRE', locks[i], lease)
		alive[#alive + 1] = ARGV[2 * i + 1]
		reply[i] = 'extended'
	else
		reply[i] = holders[i] and 'otherLock' or 'noLock'
	end
end
if #alive > 0 then
	redis.call('SREM', base .. 'stalled', unpack(alive))
end
return reply
