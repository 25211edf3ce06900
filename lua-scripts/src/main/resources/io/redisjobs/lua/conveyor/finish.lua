-- Ends a closing job that waits for nothing any more.
--
-- KEYS
--   1 jobsActive      the jobs in progress
--   2 closing         the jobs that are closing
--   3 workersActive   the workers that live
--   4 workersHand     the workers of which something may be left
--   5 given           how many children and heirs jobs had before their run
--   last memory   the memory of the call's lane (see once)
-- ARGV
--   1 jobPrefix      what a job key begins with
--   2 workerPrefix   what the key of a worker's running jobs begins with
--   3 now            epoch seconds
--   4 uuid           the job
--   5 parent         its parent's uuid or nothing
--   last call   the number of the call in its lane
-- Derived keys
--   the job key, its children, released children and heirs; the same of the parent
-- Reply
--   DONE | PARENT (done, and its parent is to be closed) | CHILDREN or HEIRS (there are some to release) | WAITING (for
--   released children, the last of which closes it) | NOT_CLOSING

--@include once
--@include leaveParent

local jobsActive, given = KEYS[1], KEYS[5]
local uuid, parent = ARGV[4], ARGV[5]
local context = {
	closing = KEYS[2],
	workersActive = KEYS[3],
	workersHand = KEYS[4],
	jobPrefix = ARGV[1],
	workerPrefix = ARGV[2],
	now = ARGV[3],
}
local jobKey = context.jobPrefix .. uuid

return once(function()
	if not redis.call('ZSCORE', context.closing, uuid) then
		return { 'NOT_CLOSING' }
	end
	if redis.call('EXISTS', jobKey .. ':children') == 1 then
		return { 'CHILDREN' }
	end
	if redis.call('EXISTS', jobKey .. ':active') == 1 then
		redis.call('ZREM', context.closing, uuid)
		return { 'WAITING' }
	end
	if redis.call('EXISTS', jobKey .. ':onComplete') == 1 then
		return { 'HEIRS' }
	end
	if parent ~= '' then
		redis.call('SCARD', context.jobPrefix .. parent .. ':active')
	end
	redis.call('DEL', jobKey)
	redis.call('HDEL', given, uuid)
	redis.call('SREM', jobsActive, uuid)
	redis.call('ZREM', context.closing, uuid)
	return { leaveParent(uuid, parent, context) }
end)
