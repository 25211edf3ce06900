--@include callMany
--@include enterLane
--@include leaveLane
--@include leaseError
--@include releaseSlot
--@include trimLane
-- Acknowledges the successes listed in args as id, token, .. from an index on. Answers OK or an error code for each.
local function complete(queue, args, from, keep)
	local base = queue.base
	local LEASE_VALUES = 2
	local outcomes, done, ids, tokens = {}, {}, {}, {}
	for at = from, #args, LEASE_VALUES do
		ids[#ids + 1], tokens[#tokens + 1] = unpack(args, at, at + LEASE_VALUES - 1)
	end
	local locks = {}
	for first = 1, #ids, 500 do
		local last = math.min(first + 499, #ids)
		for i, lock in ipairs(redis.call('ZMSCORE', base .. ':active', unpack(ids, first, last))) do
			locks[first + i - 1] = lock
		end
	end
	for i, id in ipairs(ids) do
		local job = base .. ':job:' .. id
		local stored = redis.pcall('HMGET', job, 'lease_token', 'gid')
		local problem = leaseError(tokens[i], stored[1], locks[i])
		outcomes[i] = problem or 'OK'
		if problem == nil then
			done[#done + 1] = id
			leaveLane(queue, 'active', id, '')
			if keep == 0 then
				redis.call('DEL', job)
			else
				redis.call('HSET', job, 'state', 'completed', 'completed_ms', queue.now, 'updated_ms', queue.now,
					'lease_token', '', 'lock_until_ms', '')
				enterLane(queue, 'completed', id, '')
			end
			releaseSlot(queue, stored[2] or '')
		end
	end
	callMany('ZREM', base .. ':active', done)
	if keep ~= 0 then
		callMany('LPUSH', base .. ':completed', done)
	end
	if #done > 0 then
		trimLane(queue, 'completed', keep)
	end
	return outcomes, #done
end
