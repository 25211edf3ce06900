-- Makes jobs in the worker's hand its running jobs.
--
-- KEYS
--   1 hand            what the worker has taken and not begun
--   2 workerActive    the running jobs of the worker
--   3 jobsActive      the jobs in progress
--   4 workersActive   the workers that live
--   5 closing         the jobs that are closing
--   6 given           how many children and heirs jobs had before their run
--   7 known           the jobs that are on their way to a worker
--   8 events          the channel of events
--   last memory   the memory of the call's lane (see once)
-- ARGV
--   1 worker      the worker's id
--   2 jobPrefix   what a job key begins with
--   3.. for each job: uuid, bytes, the event to publish or nothing
--   last call   the number of the call in its lane
-- Derived keys
--   the job keys, their children and heirs
-- Reply
--   for each job: OWNED | LOST (not in the hand, or the worker is lost to others)

--@include once

local hand, workerActive, jobsActive, workersActive = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local closing, given, known, events = KEYS[5], KEYS[6], KEYS[7], KEYS[8]
local worker, jobPrefix = ARGV[1], ARGV[2]
local FIRST_JOB, JOB_VALUES = 3, 3

local function length(list)
	local size = redis.pcall('LLEN', list)
	return type(size) == 'number' and size or 0
end

return once(function()
	redis.call('SCARD', workerActive)
	redis.call('SCARD', jobsActive)
	redis.call('ZCARD', closing)
	redis.call('HLEN', given)
	redis.call('ZCARD', known)
	local registered = redis.call('ZSCORE', workersActive, worker)
	local replies, owned = {}, {}
	for at = FIRST_JOB, #ARGV, JOB_VALUES do
		local uuid, bytes, event = unpack(ARGV, at, at + JOB_VALUES - 1)
		local reply = 'LOST'
		if registered and redis.call('LREM', hand, -1, bytes) == 1 then
			local jobKey = jobPrefix .. uuid
			redis.call('SET', jobKey, bytes)
			if redis.call('EXISTS', jobKey .. ':children', jobKey .. ':onComplete') > 0 then
				redis.call('HSET', given, uuid, length(jobKey .. ':children') .. ' ' .. length(jobKey .. ':onComplete'))
			end
			if event ~= '' then
				redis.call('PUBLISH', events, event)
			end
			owned[#owned + 1] = uuid
			reply = 'OWNED'
		end
		replies[#replies + 1] = reply
	end
	if #owned > 0 then
		redis.call('SADD', workerActive, unpack(owned))
		redis.call('SADD', jobsActive, unpack(owned))
		redis.call('ZREM', closing, unpack(owned))
		redis.call('ZREM', known, unpack(owned))
	end
	return replies
end)
