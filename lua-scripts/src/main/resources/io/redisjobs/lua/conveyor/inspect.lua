-- Reads what is needed to count a queue's jobs.
--
-- KEYS
--   queue, queuesPaused, scheduled, failed, jobsActive
-- ARGV
--   jobPrefix  what a job key begins with
--   queueName  the queue's name
--   max        the most jobs to read of each shared key
-- Derived keys: the job keys and their released children
-- Reply: how many wait, 1 if paused, the scheduled jobs, the failed jobs, the jobs in progress that
--   run, the jobs in progress that wait for children

local queue, queuesPaused, scheduled, failed, jobsActive = unpack(KEYS)
local jobPrefix, queueName, max = ARGV[1], ARGV[2], tonumber(ARGV[3])

local running, waiting = {}, {}
for _, uuid in ipairs(redis.call('SRANDMEMBER', jobsActive, max)) do
	local bytes = redis.call('GET', jobPrefix .. uuid)
	if bytes then
		local group = redis.call('EXISTS', jobPrefix .. uuid .. ':active') == 1 and waiting or running
		group[#group + 1] = bytes
	end
end
return { redis.call('LLEN', queue), redis.call('SISMEMBER', queuesPaused, queueName),
	redis.call('ZRANGE', scheduled, 0, max - 1), redis.call('LRANGE', failed, 0, max - 1), running, waiting }
