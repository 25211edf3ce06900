-- Tells that a worker lives, and asks which jobs are still its own.
--
-- KEYS
--   workersActive, workerActive
-- ARGV
--   worker   the worker's id
--   alive    the score that says until when it counts as living
--   then the uuids of jobs
-- Reply: one word for each job: OWNED | LOST (all of them, if others have given the worker up)

local workersActive, workerActive = KEYS[1], KEYS[2]
local worker, alive = ARGV[1], ARGV[2]

local registered = redis.call('ZSCORE', workersActive, worker)
if registered then
	redis.call('ZADD', workersActive, alive, worker)
end
local replies = {}
for i = 3, #ARGV do
	local own = registered and redis.call('SISMEMBER', workerActive, ARGV[i]) == 1
	replies[#replies + 1] = own and 'OWNED' or 'LOST'
end
return replies
