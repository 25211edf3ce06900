-- Hands a job back for another worker: it is scheduled, for later each time, and the attempt does not count. One that was
-- handed back often enough stays this run's, to be failed.
--
-- KEYS
--   1 workerActive   the running jobs of the worker
--   2 jobsActive     the jobs in progress
--   3 given          how many children and heirs jobs had before their run
--   4 known          the jobs that are on their way to a worker
--   5 scheduled      the scheduled jobs
--   6 count          how often the job went back
--   last memory   the memory of the call's lane (see once)
-- ARGV
--   1 jobPrefix     what a job key begins with
--   2 now           epoch seconds
--   3 uuid          the job
--   4 bytes         the job as it goes on
--   5 most          how often it goes back at most
--   6 pause         for how long it is scheduled the first time in ms
--   7 rememberFor   for how long the count is kept in ms
--   last call   the number of the call in its lane
-- Derived keys
--   the job key, its children and heirs
-- Reply
--   BACK, how often it went back by now, and for how long in ms | SPENT | LOST (not the worker's, nothing written)

--@include once
--@include dropFollowUps
--@include handBack
--@include remember

local workerActive, jobsActive, given, known = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local scheduled, count = KEYS[5], KEYS[6]
local jobPrefix, now, uuid, bytes = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local most, pause, rememberFor = tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7]
local jobKey = jobPrefix .. uuid

return once(function()
	if redis.call('SISMEMBER', workerActive, uuid) == 0 then
		return { 'LOST' }
	end
	redis.call('SCARD', jobsActive)
	redis.call('HLEN', given)
	redis.call('ZCARD', known)
	redis.call('ZCARD', scheduled)
	local times, wait = handBack(count, most, pause, rememberFor)
	if not times then
		return { 'SPENT' }
	end
	redis.call('ZADD', scheduled, string.format('%.3f', now + wait / 1000), bytes)
	redis.call('SREM', workerActive, uuid)
	redis.call('SREM', jobsActive, uuid)
	dropFollowUps(jobKey, uuid, given)
	redis.call('DEL', jobKey)
	remember(known, uuid)
	return { 'BACK', times, wait }
end)
