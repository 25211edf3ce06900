-- Makes jobs in the worker's hand its running jobs.
--
-- KEYS
--   hand, workerActive, jobsActive, workersActive, closing, given, known, events, the memory of the call's lane (see once)
-- ARGV
--   worker     the worker's id
--   jobPrefix  what a job key begins with
--   then for each job: uuid, bytes, the event to publish or nothing
--   last: the number of the call in its lane
-- Derived keys: the job key, its children and heirs
-- Reply: one word for each job: OWNED | LOST (not in the hand, or the worker was given up)

--@include once

local hand, workerActive, jobsActive, workersActive, closing, given, known, events = unpack(KEYS)
local worker, jobPrefix = ARGV[1], ARGV[2]

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
	for i = 3, #ARGV, 3 do
		local uuid, bytes, event = ARGV[i], ARGV[i + 1], ARGV[i + 2]
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
