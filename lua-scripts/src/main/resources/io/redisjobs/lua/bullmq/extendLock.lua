-- Extends the locks of running jobs.
--
-- KEYS
--   1 base  the prefix of the queue's keys, such as bull:emails:
-- ARGV
--   1 lease  how long locks last in ms
--   2 count  the number of jobs, at most 500
--   3.. for each job: id, lock token
-- Derived keys
--   stalled, each job's :lock
-- Reply
--   for each job a word: extended, noLock, otherLock
local base = KEYS[1]
local lease = ARGV[1]
local count = tonumber(ARGV[2])
local FIRST_JOB, JOB_VALUES = 3, 2
local locks, reply, alive = {}, {}, {}
if count == 0 then
	return reply
end

local function values(i)
	local at = FIRST_JOB + (i - 1) * JOB_VALUES
	return unpack(ARGV, at, at + JOB_VALUES - 1)
end

for i = 1, count do
	local jobId = values(i)
	locks[i] = base .. jobId .. ':lock'
end
local holders = redis.call('MGET', unpack(locks))
for i = 1, count do
	local jobId, token = values(i)
	if holders[i] == token then
		redis.call('PEXPIRE', locks[i], lease)
		alive[#alive + 1] = jobId
		reply[i] = 'extended'
	else
		reply[i] = holders[i] and 'otherLock' or 'noLock'
	end
end
if #alive > 0 then
	redis.call('SREM', base .. 'stalled', unpack(alive))
end
return reply
