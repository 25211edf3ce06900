-- Ends a closing job that waits for nothing any more.
--
-- KEYS
--   jobsActive, closing, workersActive, workersHand, given, the memory of the call's lane (see once)
-- ARGV
--   jobPrefix     what a job key begins with
--   workerPrefix  what the key of a worker's running jobs begins with
--   now           epoch seconds
--   uuid          the job
--   parent        its parent's uuid or nothing
--   last: the number of the call in its lane
-- Derived keys: the job key, its children, released children and heirs; the same of the parent
-- Reply: DONE | PARENT (done, and its parent is to be closed) | CHILDREN or HEIRS (there are some
--   to release) | WAITING (for released children, the last of which closes it) | NOT_CLOSING

--@include once
--@include leaveParent

local jobsActive, closing, workersActive, workersHand, given = unpack(KEYS)
local jobPrefix, workerPrefix, now, uuid, parent = unpack(ARGV)
local jobKey = jobPrefix .. uuid

return once(function()
	if not redis.call('ZSCORE', closing, uuid) then
		return { 'NOT_CLOSING' }
	end
	if redis.call('EXISTS', jobKey .. ':children') == 1 then
		return { 'CHILDREN' }
	end
	if redis.call('EXISTS', jobKey .. ':active') == 1 then
		redis.call('ZREM', closing, uuid)
		return { 'WAITING' }
	end
	if redis.call('EXISTS', jobKey .. ':onComplete') == 1 then
		return { 'HEIRS' }
	end
	if parent ~= '' then
		redis.call('SCARD', jobPrefix .. parent .. ':active')
	end
	redis.call('DEL', jobKey)
	redis.call('HDEL', given, uuid)
	redis.call('SREM', jobsActive, uuid)
	redis.call('ZREM', closing, uuid)
	return { leaveParent(uuid, parent, { jobPrefix = jobPrefix, workerPrefix = workerPrefix, now = now,
		closing = closing, workersActive = workersActive, workersHand = workersHand }) }
end)
