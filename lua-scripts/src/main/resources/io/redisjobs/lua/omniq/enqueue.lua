-- Publishes jobs: hash, lane, time index, counters. A due time that is not in the future is ignored. A running job is never
-- overwritten.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
--   last memory   the memory of the call's lane (see once)
-- ARGV
--   1 now           time in ms, 0 for the server's clock
--   2 onDuplicate   what is done about a given id that exists: reject, ignore or overwrite
--   3.. for each job: id, given (1 if the caller chose the id, else 0), payload, max attempts, timeout ms, backoff ms, due ms
--       (0 for now, with a plus sign counted from now), gid ('' for none), group limit (0 for none)
--   last call   the number of the call in its lane
-- Derived keys
--   `{queue}:job:<id>`, wait, delayed, `g:<gid>:*`, groups:ready, has_groups, idx:*, stats
-- Reply
--   for each job OK, IGNORED or DUPLICATE_ID
--@include clock
--@include decimal
--@include openQueue
--@include closeQueue
--@include removeFromLane
--@include putInLine
--@include once
local anchor = KEYS[1]
local now = clock(ARGV[1])
local onDuplicate = ARGV[2]
local FIRST_JOB, JOB_VALUES = 3, 9

local overwrite = onDuplicate == 'overwrite'
local queue = openQueue(anchor, now, overwrite and { 'wait', 'delayed', 'failed', 'completed' } or { 'wait', 'delayed' })
local base = queue.base
local groupsKnown = false

-- Answers why a job with this id stands in the way, after it has made room where it may.
local function obstacle(id)
	local job = base .. ':job:' .. id
	if redis.call('EXISTS', job) == 0 then
		return nil
	elseif onDuplicate == 'ignore' then
		return 'IGNORED'
	elseif not overwrite or redis.call('ZSCORE', base .. ':active', id) then
		return 'DUPLICATE_ID'
	end
	local stored = redis.call('HMGET', job, 'state', 'gid')
	if stored[1] and queue.entered[stored[1]] then
		removeFromLane(queue, id, stored[1], stored[2] or '')
	end
	redis.call('DEL', job)
	return nil
end

local function enterGroup(gid, limit)
	if not groupsKnown then
		redis.call('SET', base .. ':has_groups', '1')
		groupsKnown = true
	end
	if tonumber(limit) > 0 then
		redis.call('SET', base .. ':g:' .. gid .. ':limit', limit, 'NX')
	end
end

return once(function()
	local reply = {}
	for at = FIRST_JOB, #ARGV, JOB_VALUES do
		local id, given, payload, maxAttempts, timeout, backoff, due, gid, limit = unpack(ARGV, at, at + JOB_VALUES - 1)
		local problem = nil
		if given == '1' then
			problem = obstacle(id)
		end
		reply[#reply + 1] = problem or 'OK'
		if problem == nil then
			if string.sub(due, 1, 1) == '+' then
				due = decimal(queue.nowMs + tonumber(string.sub(due, 2)))
			end
			local delayed = tonumber(due) > queue.nowMs
			local fields = { 'id', id, 'payload', payload, 'state', delayed and 'delayed' or 'wait', 'attempt', '0',
				'max_attempts', maxAttempts, 'timeout_ms', timeout, 'backoff_ms', backoff, 'created_ms', now, 'queued_ms', now,
				'updated_ms', now, 'first_started_ms', '', 'last_started_ms', '', 'completed_ms', '', 'failed_ms', '' }
			if gid ~= '' then
				enterGroup(gid, limit)
				fields[#fields + 1] = 'gid'
				fields[#fields + 1] = gid
			end
			if delayed then
				fields[#fields + 1] = 'due_ms'
				fields[#fields + 1] = due
			end
			redis.call('HSET', base .. ':job:' .. id, unpack(fields))
			if delayed then
				redis.call('ZADD', base .. ':delayed', due, id)
				enterLane(queue, 'delayed', id, '')
			else
				putInLine(queue, id, gid, 'RPUSH')
			end
		end
	end
	closeQueue(queue, { 'last_enqueue_ms' })
	return reply
end)
