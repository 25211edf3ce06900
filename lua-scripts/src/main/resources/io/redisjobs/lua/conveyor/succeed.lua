-- Records that runs have succeeded. A job without children and heirs ends here; another
-- is marked as closing, so that whoever comes can finish it.
--
-- KEYS
--   workerActive, jobsActive, closing, workersActive, workersHand, events, the memory of the call's lane (see once)
-- ARGV
--   jobPrefix     what a job key begins with
--   workerPrefix  what the key of a worker's running jobs begins with
--   now           epoch seconds
--   then for each job: uuid, the parent's uuid or nothing, the event to publish or nothing
--   last: the number of the call in its lane
-- Derived keys: the job key, its children, released children and heirs; the same of the parent
-- Reply: one word for each job: DONE | PARENT (done, and its parent is to be closed)
--   | CLOSING (it is to be closed) | LOST (not the worker's any more, nothing written)

--@include once
--@include leaveParent

local workerActive, jobsActive, closing, workersActive, workersHand, events = unpack(KEYS)
local jobPrefix, workerPrefix, now = ARGV[1], ARGV[2], ARGV[3]
local context = { jobPrefix = jobPrefix, workerPrefix = workerPrefix, now = now, closing = closing,
	workersActive = workersActive, workersHand = workersHand }

return once(function()
	redis.call('SCARD', jobsActive)
	redis.call('ZCARD', closing)
	for i = 4, #ARGV, 3 do
		if ARGV[i + 1] ~= '' then
			redis.call('SCARD', jobPrefix .. ARGV[i + 1] .. ':active')
		end
	end
	local replies = {}
	for i = 4, #ARGV, 3 do
		local uuid, parent, event = ARGV[i], ARGV[i + 1], ARGV[i + 2]
		local jobKey = jobPrefix .. uuid
		local reply = 'LOST'
		if redis.call('SREM', workerActive, uuid) == 1 then
			if event ~= '' then
				redis.call('PUBLISH', events, event)
			end
			if redis.call('EXISTS', jobKey .. ':children', jobKey .. ':active', jobKey .. ':onComplete') > 0 then
				redis.call('ZADD', closing, now, uuid)
				reply = 'CLOSING'
			else
				redis.call('DEL', jobKey)
				redis.call('SREM', jobsActive, uuid)
				reply = leaveParent(uuid, parent, context)
			end
		end
		replies[#replies + 1] = reply
	end
	return replies
end)
