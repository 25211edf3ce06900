-- Puts a job that a worker had taken and not begun back to the front of its queue.
--
-- KEYS
--   1 hand    what the worker has taken and not begun
--   2 queue   the job's queue
-- ARGV
--   1 bytes   the job
-- Reply
--   BACK | MISSING (somebody else has moved it)

local hand, queue = KEYS[1], KEYS[2]
local bytes = ARGV[1]

redis.call('LLEN', queue)
if redis.call('LREM', hand, 1, bytes) == 0 then
	return { 'MISSING' }
end
redis.call('RPUSH', queue, bytes)
return { 'BACK' }
