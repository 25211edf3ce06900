-- Removes a job that does not run, with the children and heirs that wait for it; its parent goes on without it.
--
-- KEYS
--   1 source          the list or sorted set it is in
--   2 closing         the jobs that are closing
--   3 workersActive   the workers that live
--   4 workersHand     the workers of which something may be left
--   5 given           how many children and heirs jobs had before their run
--   6 known           the jobs that are on their way to a worker
-- ARGV
--   1 jobPrefix      what a job key begins with
--   2 workerPrefix   what the key of a worker's running jobs begins with
--   3 now            epoch seconds
--   4 kind           list | zset
--   5 bytes          the job as it is stored
--   6 uuid           the job
--   7 parent         its parent's uuid or nothing
-- Derived keys
--   the job's children and heirs; the parent's job key and released children
-- Reply
--   DONE | PARENT (the parent is to be closed) | MISSING (it is not in the source)

--@include leaveParent

local source, given, known = KEYS[1], KEYS[5], KEYS[6]
local kind, bytes, uuid, parent = ARGV[4], ARGV[5], ARGV[6], ARGV[7]
local context = {
	closing = KEYS[2],
	workersActive = KEYS[3],
	workersHand = KEYS[4],
	jobPrefix = ARGV[1],
	workerPrefix = ARGV[2],
	now = ARGV[3],
}
local jobKey = context.jobPrefix .. uuid

local removed
if kind == 'zset' then
	removed = redis.call('ZREM', source, bytes)
else
	removed = redis.call('LREM', source, -1, bytes)
end
if removed == 0 then
	return { 'MISSING' }
end
if redis.call('EXISTS', jobKey) == 0 then
	redis.call('DEL', jobKey .. ':children', jobKey .. ':onComplete')
	redis.call('HDEL', given, uuid)
	redis.call('ZREM', known, uuid)
end
return { leaveParent(uuid, parent, context) }
