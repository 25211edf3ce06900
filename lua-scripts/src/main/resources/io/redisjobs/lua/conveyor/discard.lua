-- Removes a job that does not run, with the children and heirs that wait for it; its parent goes on
-- without it.
--
-- KEYS
--   source, closing, workersActive, workersHand, given, known
-- ARGV
--   jobPrefix     what a job key begins with
--   workerPrefix  what the key of a worker's running jobs begins with
--   now           epoch seconds
--   kind          list | zset
--   bytes         the job as it is stored
--   uuid          the job
--   parent        its parent's uuid or nothing
-- Derived keys: the job's children and heirs; the parent's job key and released children
-- Reply: DONE | PARENT (the parent is to be closed) | MISSING (it is not in the source)

--@include leaveParent

local source, closing, workersActive, workersHand, given, known = unpack(KEYS)
local jobPrefix, workerPrefix, now, kind, bytes, uuid, parent = unpack(ARGV)
local jobKey = jobPrefix .. uuid

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
return { leaveParent(uuid, parent, { jobPrefix = jobPrefix, workerPrefix = workerPrefix, now = now,
	closing = closing, workersActive = workersActive, workersHand = workersHand }) }
