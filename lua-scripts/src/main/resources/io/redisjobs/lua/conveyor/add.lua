-- Adds jobs, each by the route the contract's decisions have led to. What a run adds to its own job is added only while
-- the run owns the job, and goes with the run if that fails.
--
-- KEYS
--   1 known   the jobs that are on their way to a worker
--   2 given   how many children and heirs jobs had before their run
--   3.. for each job: target, second, owner
--       target  what waits: the list of children or heirs; schedule: the scheduled jobs; queue and released: the queue
--       second  what waits: the job key of the parent or predecessor; released: the parent's released children;
--               otherwise the target again
--       owner   the running jobs of the worker whose run adds it; the target again if no run does
--   last memory   the memory of the call's lane (see once)
-- ARGV
--   1.. for each job: route, bytes, uuid, detail, run
--       route   wait | verify (wait, if the job waited for will come to its end) | keep or verifyKeep (the same, and it
--               stays if a run of the job waited for fails) | schedule | queue | released (queue as a released child)
--       bytes   the job
--       uuid    the job
--       detail  what waits: the uuid of the job waited for; schedule: the score; otherwise empty
--       run     the uuid of the job whose run adds it, or nothing
--   last call   the number of the call in its lane
-- Reply
--   for each job: ADDED | MISSING (verify: nobody knows of the job waited for) | LOST (the run does not own its job any
--   more)

--@include once
--@include remember
--@include addBeforeRun

local known, given = KEYS[1], KEYS[2]
local FIRST_JOB, JOB_KEYS, JOB_VALUES = 3, 3, 5

return once(function()
	redis.call('ZCARD', known)
	redis.call('HLEN', given)
	local replies = {}
	for i = 1, #ARGV / JOB_VALUES do
		local key, value = FIRST_JOB + (i - 1) * JOB_KEYS, 1 + (i - 1) * JOB_VALUES
		local target, second, owner = unpack(KEYS, key, key + JOB_KEYS - 1)
		local route, bytes, uuid, detail, run = unpack(ARGV, value, value + JOB_VALUES - 1)
		local stays = route == 'keep' or route == 'verifyKeep'
		local verifies = route == 'verify' or route == 'verifyKeep'
		local waits = route == 'wait' or verifies or stays
		local inProgress = waits and redis.call('EXISTS', second) == 1
		local onItsWay = waits and redis.call('ZSCORE', known, detail)
		local reply = 'ADDED'
		if run ~= '' and redis.call('SISMEMBER', owner, run) == 0 then
			reply = 'LOST'
		elseif verifies and not inProgress and not onItsWay then
			reply = 'MISSING'
		elseif route == 'schedule' then
			redis.call('ZADD', target, detail, bytes)
		elseif route == 'released' then
			redis.call('LLEN', target)
			redis.call('SADD', second, uuid)
			redis.call('LPUSH', target, bytes)
		elseif stays and inProgress then
			redis.call('LLEN', target)
			addBeforeRun(target, bytes, detail, given)
		else
			redis.call('LPUSH', target, bytes)
		end
		-- what goes with a run that fails is nothing that others should wait for yet
		if reply == 'ADDED' and (not waits or stays and inProgress or onItsWay and not inProgress) then
			remember(known, uuid)
		end
		replies[i] = reply
	end
	return replies
end)
