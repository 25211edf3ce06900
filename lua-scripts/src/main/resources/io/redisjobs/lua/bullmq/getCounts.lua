-- Counts the jobs of each state, and reads since when some of those wait that are next in line, or last in priority, and
-- when the first of the delayed ones is due, which nobody may have put in line yet.
--
-- KEYS
--   1 base  the prefix of the queue's keys, such as bull:emails:
-- ARGV
--   none
-- Derived keys
--   meta, wait, paused, active, prioritized, delayed, waiting-children, completed, failed, the jobs' keys
-- Reply
--   1 whether the queue is paused (1 or 0)
--   2-9 the numbers of jobs in wait, paused, active, prioritized, delayed, waiting-children, completed, failed
--   10 of up to 10 jobs at the front of each line, and of the last priority, that have not been started: timestamp and opts
--   11 when the first delayed job is due in ms, or nothing
--@include nextDue
local base = KEYS[1]
local reply = { redis.call('HEXISTS', base .. 'meta', 'paused') }
for _, list in ipairs({ 'wait', 'paused', 'active' }) do
	reply[#reply + 1] = redis.call('LLEN', base .. list)
end
for _, set in ipairs({ 'prioritized', 'delayed', 'waiting-children', 'completed', 'failed' }) do
	reply[#reply + 1] = redis.call('ZCARD', base .. set)
end

local waiting = {}
local function look(jobIds)
	for _, jobId in ipairs(jobIds) do
		-- something else may have taken the job's key
		local stored = redis.pcall('HMGET', base .. jobId, 'timestamp', 'opts', 'processedOn')
		if stored[1] and not stored[3] then
			waiting[#waiting + 1] = stored[1]
			waiting[#waiting + 1] = stored[2] or ''
		end
	end
end
look(redis.call('LRANGE', base .. 'wait', -10, -1))
look(redis.call('LRANGE', base .. 'paused', -10, -1))
local last = redis.call('ZRANGE', base .. 'prioritized', -1, -1, 'WITHSCORES')[2]
if last then
	local lowest = math.floor(tonumber(last) / 4294967296) * 4294967296
	look(redis.call('ZRANGE', base .. 'prioritized', 0, 9))
	look(redis.call('ZRANGEBYSCORE', base .. 'prioritized', string.format('%.0f', lowest), '+inf', 'LIMIT', 0, 10))
end
reply[#reply + 1] = waiting
local due = nextDue(base)
reply[#reply + 1] = due and string.format('%.0f', math.floor(due)) or ''
return reply
