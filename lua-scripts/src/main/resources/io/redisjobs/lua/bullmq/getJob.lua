-- Reads a job and where it stands.
--
-- KEYS
--   1 base  the prefix of the queue's keys, such as bull:emails:
-- ARGV
--   1 jobId     the job
--   2 maxLines  the most log lines to read
-- Derived keys
--   completed, failed, delayed, prioritized, active, wait, paused, waiting-children, the job's hash and :logs
-- Reply
--   nothing if there is no such job, else
--   1 its state as a word
--   2 its hash as fields and values
--   3 the newest log lines, oldest first
--   4 for a delayed job when it is due (ms)
local base = KEYS[1]
local jobId = ARGV[1]
local maxLines = tonumber(ARGV[2])
local hash = redis.call('HGETALL', base .. jobId)
if #hash == 0 then
	return {}
end

local function isListed(list)
	return redis.call('LPOS', base .. list, jobId) ~= false
end

local function state()
	for _, set in ipairs({ 'completed', 'failed', 'delayed', 'prioritized' }) do
		if redis.call('ZSCORE', base .. set, jobId) then
			return set
		end
	end
	if isListed('active') then
		return 'active'
	end
	if isListed('wait') or isListed('paused') then
		return 'waiting'
	end
	return redis.call('ZSCORE', base .. 'waiting-children', jobId) and 'waiting-children' or 'unknown'
end

local due = redis.call('ZSCORE', base .. 'delayed', jobId)
return { state(), hash, redis.call('LRANGE', base .. jobId .. ':logs', -maxLines, -1),
		due and math.floor(tonumber(due) / 4096) or false }
