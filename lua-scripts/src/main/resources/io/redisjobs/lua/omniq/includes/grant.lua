--@include callMany
--@include decimal
--@include enterLane
--@include leaveLane
--@include pick
--@include whole
-- Leases up to max jobs, no further one after 1 MiB of payload. Answers them as {id, payload, lock until, attempt,
-- max attempts, gid, token, since when it waits for its first start or ''}, and the ids that were in line without a job that waits, or while it runs: they are dropped.
local function grant(queue, max)
	local base = queue.base
	local turn = redis.call('MGET', base .. ':lane:rr', base .. ':lease:seq')
	local seq = whole(turn[2])
	local nextId, used, finish = pick(queue, turn[1] == '1')
	local granted, dropped, locks, bytes = {}, {}, {}, 0
	while #granted < max and #dropped < max + 10 and bytes < 1048576 do
		local id, group = nextId(max - #granted)
		if not id then
			break
		end
		local gid = group ~= nil and group.gid or ''
		local job = base .. ':job:' .. id
		local stored = redis.pcall('HMGET', job, 'payload', 'state', 'attempt', 'max_attempts', 'timeout_ms', 'first_started_ms',
			'created_ms', 'due_ms')
		local waits = stored[1] and (stored[2] == 'wait' or not stored[2])
		-- other clients publish an id again while it runs
		if waits and redis.call('ZSCORE', base .. ':active', id) then
			waits = false
			redis.call('HSET', job, 'state', 'active')
		end
		used(group, waits)
		leaveLane(queue, 'wait', id, gid)
		if waits then
			seq = seq + 1
			bytes = bytes + #stored[1]
			local timeout = whole(stored[5])
			local lock = decimal(queue.nowMs + (timeout > 0 and timeout or 60000))
			local attempt = decimal(whole(stored[3]) + 1)
			local token = redis.sha1hex(id .. ':' .. queue.now .. ':' .. decimal(seq))
			local first, since = stored[6], ''
			if not first or first == '' then
				first = queue.now
				since = stored[8] and stored[8] ~= '' and stored[8] or stored[7] or ''
			end
			redis.call('HSET', job, 'state', 'active', 'attempt', attempt, 'lock_until_ms', lock, 'lease_token', token,
				'first_started_ms', first, 'last_started_ms', queue.now, 'updated_ms', queue.now)
			locks[#locks + 1] = lock
			locks[#locks + 1] = id
			enterLane(queue, 'active', id, '')
			granted[#granted + 1] = { id, stored[1], lock, attempt, stored[4] or '1', gid, token, since }
		else
			dropped[#dropped + 1] = id
		end
	end
	local ungroupedNext = finish()
	callMany('ZADD', base .. ':active', locks)
	if #granted > 0 then
		redis.call('MSET', base .. ':lane:rr', ungroupedNext and '1' or '0', base .. ':lease:seq', decimal(seq))
	end
	return granted, dropped
end
