-- Ends a run without success: one that failed, one that is handed back, or one whose worker is
-- gone. The children and heirs that the run added go, because the next run adds them again.
--
-- KEYS
--   workerActive, jobsActive, closing, workersActive, workersHand, given, known, target, events, the memory of the call's lane (see once)
-- ARGV
--   jobPrefix     what a job key begins with
--   workerPrefix  what the key of a worker's running jobs begins with
--   now           epoch seconds
--   uuid          the job
--   parent        its parent's uuid if the parent is to go on without it, or nothing
--   bytes         the job as it goes on
--   way           schedule (target: the scheduled jobs) | back or front (target: the queue)
--                 | dead (target: the failed jobs) | drop (no job key was found)
--   score         schedule: when it is due
--   event         the event to publish or nothing
--   last: the number of the call in its lane
-- Derived keys: the job key, its children and heirs; the parent's job key and released children
-- Reply: DONE | PARENT (the parent is to be closed) | LOST (not the worker's, nothing written)

--@include once
--@include leaveParent
--@include dropFollowUps
--@include remember

local workerActive, jobsActive, closing, workersActive, workersHand, given, known, target, events = unpack(KEYS)
local jobPrefix, workerPrefix, now, uuid, parent, bytes, way, score, event = unpack(ARGV)
local jobKey = jobPrefix .. uuid

return once(function()
	if redis.call('SISMEMBER', workerActive, uuid) == 0 then
		return { 'LOST' }
	end
	redis.call('SCARD', jobsActive)
	redis.call('HLEN', given)
	redis.call('ZCARD', known)
	if parent ~= '' then
		redis.call('SCARD', jobPrefix .. parent .. ':active')
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
	if way ~= 'dead' and way ~= 'drop' then
		remember(known, uuid)
	end
	if event ~= '' then
		redis.call('PUBLISH', events, event)
	end
	return { leaveParent(uuid, parent, { jobPrefix = jobPrefix, workerPrefix = workerPrefix, now = now,
		closing = closing, workersActive = workersActive, workersHand = workersHand }) }
end)
