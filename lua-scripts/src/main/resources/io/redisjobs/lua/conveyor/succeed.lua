-- Records that runs have succeeded. A job without children and heirs ends here; another is marked as closing, so that
-- whoever comes can finish it.
--
-- KEYS
--   1 workerActive    the running jobs of the worker
--   2 jobsActive      the jobs in progress
--   3 closing         the jobs that are closing
--   4 workersActive   the workers that live
--   5 workersHand     the workers of which something may be left
--   6 events          the channel of events
--   last memory   the memory of the call's lane (see once)
-- ARGV
--   1 jobPrefix      what a job key begins with
--   2 workerPrefix   what the key of a worker's running jobs begins with
--   3 now            epoch seconds
--   4.. for each job: uuid, its parent's uuid or nothing, the event to publish or nothing
--   last call   the number of the call in its lane
-- Derived keys
--   the job keys, their children, released children and heirs; the same of the parents
-- Reply
--   for each job: DONE | PARENT (done, and its parent is to be closed) | CLOSING (it is to be closed) | LOST (not the
--   worker's any more, nothing written)

--@include once
--@include leaveParent

local workerActive, jobsActive, events = KEYS[1], KEYS[2], KEYS[6]
local context = {
	closing = KEYS[3],
	workersActive = KEYS[4],
	workersHand = KEYS[5],
	jobPrefix = ARGV[1],
	workerPrefix = ARGV[2],
	now = ARGV[3],
}
local FIRST_JOB, JOB_VALUES = 4, 3

return once(function()
	redis.call('SCARD', jobsActive)
	redis.call('ZCARD', context.closing)
	for at = FIRST_JOB, #ARGV, JOB_VALUES do
		local _, parent = unpack(ARGV, at, at + 1)
		if parent ~= '' then
			redis.call('SCARD', context.jobPrefix .. parent .. ':active')
		end
	end
	local replies = {}
	for at = FIRST_JOB, #ARGV, JOB_VALUES do
		local uuid, parent, event = unpack(ARGV, at, at + JOB_VALUES - 1)
		local jobKey = context.jobPrefix .. uuid
		local reply = 'LOST'
		if redis.call('SREM', workerActive, uuid) == 1 then
			if event ~= '' then
				redis.call('PUBLISH', events, event)
			end
			if redis.call('EXISTS', jobKey .. ':children', jobKey .. ':active', jobKey .. ':onComplete') > 0 then
				redis.call('ZADD', context.closing, context.now, uuid)
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
