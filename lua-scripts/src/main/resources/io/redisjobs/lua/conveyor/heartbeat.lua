-- Tells that a worker lives, and asks which jobs are still its own.
--
-- KEYS
--   1 workersActive   the workers that live
--   2 workerActive    the running jobs of the worker
-- ARGV
--   1 worker   the worker's id
--   2 alive    the score that says until when it counts as living
--   3.. for each job: uuid
-- Reply
--   for each job: OWNED | LOST (all of them, if the worker is lost to others)

local workersActive, workerActive = KEYS[1], KEYS[2]
local worker, alive = ARGV[1], ARGV[2]
local FIRST_JOB = 3

local registered = redis.call('ZSCORE', workersActive, worker)
if registered then
	redis.call('ZADD', workersActive, alive, worker)
end
local replies = {}
for at = FIRST_JOB, #ARGV do
	local uuid = ARGV[at]
	local own = registered and redis.call('SISMEMBER', workerActive, uuid) == 1
	replies[#replies + 1] = own and 'OWNED' or 'LOST'
end
return replies
