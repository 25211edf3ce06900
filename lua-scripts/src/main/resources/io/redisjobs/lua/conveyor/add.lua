-- Adds jobs, each by the route the contract's decisions have led to. What a run adds to its own job is added only while
-- the run owns the job.
--
-- KEYS
--   known, then three for each job:
--   target   wait: the list of children or heirs; schedule: the scheduled jobs; queue: the queue
--   second   wait: the job key of the parent or predecessor; queue: the parent's released
--            children; otherwise the target again
--   owner    the running jobs of the worker whose run adds it; the target again if no run does
--   and last the memory of the call's lane (see once)
-- ARGV, five for each job
--   route    wait | verify (wait, if the job waited for will come to its end) | schedule | queue | released (queue
--            as a released child)
--   bytes    the job
--   uuid     the job
--   detail   wait: the uuid of the job waited for; schedule: the score; otherwise empty
--   run      the uuid of the job whose run adds it, or nothing
--   and last the number of the call in its lane
-- Reply: one word for each job: ADDED | MISSING (verify: nobody knows of such a job) | LOST (the run does not
--   own its job any more)
--@include once
--@include remember

return once(function()
	local known = KEYS[1]
	redis.call('ZCARD', known)
	local replies = {}
	for i = 1, (#KEYS - 1) / 3 do
		local target, second, owner = KEYS[3 * i - 1], KEYS[3 * i], KEYS[3 * i + 1]
		local route, bytes, uuid, detail, run = unpack(ARGV, 5 * i - 4, 5 * i)
		local waits = route == 'wait' or route == 'verify'
		local inProgress = waits and redis.call('EXISTS', second) == 1
		local onItsWay = waits and redis.call('ZSCORE', known, detail)
		local reply = 'ADDED'
		if run ~= '' and redis.call('SISMEMBER', owner, run) == 0 then
			reply = 'LOST'
		elseif route == 'verify' and not inProgress and not onItsWay then
			reply = 'MISSING'
		elseif route == 'schedule' then
			redis.call('ZADD', target, detail, bytes)
		elseif route == 'released' then
			redis.call('LLEN', target)
			redis.call('SADD', second, uuid)
			redis.call('LPUSH', target, bytes)
		else
			redis.call('LPUSH', target, bytes)
		end
		-- what waits for a run goes with it if it fails, so that nobody should wait for it yet
		if reply == 'ADDED' and (not waits or onItsWay and not inProgress) then
			remember(known, uuid)
		end
		replies[i] = reply
	end
	return replies
end)
