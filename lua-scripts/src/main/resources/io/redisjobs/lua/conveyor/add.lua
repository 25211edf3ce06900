-- Adds jobs, each by the route the contract's decisions have led to.
--
-- KEYS, two for each job
--   target   wait: the list of children or heirs; schedule: the scheduled jobs; queue: the queue
--   second   wait: the job key of the parent or predecessor; queue: the parent's released
--            children; otherwise the target again
--   and last the memory of the call's lane (see once)
-- ARGV, three for each job
--   route    wait | verify (wait, if the second key exists) | schedule | queue | released (queue
--            as a released child)
--   bytes    the job
--   detail   schedule: the score; released: the job's uuid; otherwise empty
--   and last the number of the call in its lane
-- Reply: one word for each job: ADDED | MISSING (verify: there is no such job in progress)
--@include once

return once(function()
	local replies = {}
	for i = 1, #KEYS / 2 do
		local target, second = KEYS[2 * i - 1], KEYS[2 * i]
		local route, bytes, detail = ARGV[3 * i - 2], ARGV[3 * i - 1], ARGV[3 * i]
		local reply = 'ADDED'
		if route == 'verify' and redis.call('EXISTS', second) == 0 then
			reply = 'MISSING'
		elseif route == 'schedule' then
			redis.call('ZADD', target, detail, bytes)
		elseif route == 'released' then
			redis.call('LLEN', target)
			redis.call('SADD', second, detail)
			redis.call('LPUSH', target, bytes)
		else
			redis.call('LPUSH', target, bytes)
		end
		replies[i] = reply
	end
	return replies
end)
