-- Ends a run without success: one that failed, one that is released, or one whose worker is lost. The children and
-- heirs that the run added go, because the next run adds them again.
--
-- KEYS
--   1 workerActive    the running jobs of the worker
--   2 jobsActive      the jobs in progress
--   3 closing         the jobs that are closing
--   4 workersActive   the workers that live
--   5 workersHand     the workers of which something may be left
--   6 given           how many children and heirs jobs had before their run
--   7 known           the jobs that are on their way to a worker
--   8 target          schedule: the scheduled jobs; back and front: the queue; failed: the failed jobs
--   9 events          the channel of events
--   last memory   the memory of the call's lane (see once)
-- ARGV
--   1 jobPrefix      what a job key begins with
--   2 workerPrefix   what the key of a worker's running jobs begins with
--   3 now            epoch seconds
--   4 uuid           the job
--   5 parent         its parent's uuid if the parent is to go on without it, or nothing
--   6 bytes          the job as it goes on
--   7 way            schedule | back or front (of the queue) | failed | drop (no job key was found)
--   8 score          schedule: when it is due
--   9 event          the event to publish or nothing
--   last call   the number of the call in its lane
-- Derived keys
--   the job key, its children and heirs; the parent's job key and released children
-- Reply
--   DONE | PARENT (the parent is to be closed) | LOST (not the worker's, nothing written)

--@include once
--@include leaveParent
--@include dropFollowUps
--@include remember

local workerActive, jobsActive, given, known = KEYS[1], KEYS[2], KEYS[6], KEYS[7]
local target, events = KEYS[8], KEYS[9]
local uuid, parent, bytes = ARGV[4], ARGV[5], ARGV[6]
local way, score, event = ARGV[7], ARGV[8], ARGV[9]
local context = {
	closing = KEYS[3],
	workersActive = KEYS[4],
	workersHand = KEYS[5],
	jobPrefix = ARGV[1],
	workerPrefix = ARGV[2],
	now = ARGV[3],
}
local jobKey = context.jobPrefix .. uuid

return once(function()
	if redis.call('SISMEMBER', workerActive, uuid) == 0 then
		return { 'LOST' }
	end
	redis.call('SCARD', jobsActive)
	redis.call('HLEN', given)
	redis.call('ZCARD', known)
	if parent ~= '' then
		redis.call('SCARD', context.jobPrefix .. parent .. ':active')
	end
	if way == 'schedule' then
		redis.call('ZADD', target, score, bytes)
	elseif way == 'front' then
		redis.call('RPUSH', target, bytes)
	elseif way ~= 'drop' then
		redis.call('LPUSH', target, bytes)
	end
	redis.call('SREM', workerActive, uuid)
	redis.call('SREM', jobsActive, uuid)
	dropFollowUps(jobKey, uuid, given)
	redis.call('DEL', jobKey)
	if way ~= 'failed' and way ~= 'drop' then
		remember(known, uuid)
	end
	if event ~= '' then
		redis.call('PUBLISH', events, event)
	end
	return { leaveParent(uuid, parent, context) }
end)
