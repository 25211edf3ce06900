-- Hands a running job back for another worker: it is delayed, longer each time, and the attempt does not count. One that was
-- handed back often enough stays this run's, to be failed.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
--   last memory   the memory of the call's lane (see once)
-- ARGV
--   1 id            the job
--   2 now           time in ms, 0 for the server's clock
--   3 token         the token of its lease
--   4 lastError     why it is not run here, '' for nothing to store; cut to 4096 bytes
--   5 most          how often it goes back at most
--   6 pause         for how long it is delayed the first time in ms
--   7 countPrefix   what the keys begin with that count how often jobs went back
--   8 rememberFor   for how long such a count is kept in ms
--   last call   the number of the call in its lane
-- Derived keys
--   `{queue}:job:<id>`, active, delayed, `g:<gid>:*`, groups:ready, idx:*, stats; countPrefix with the job's id and the
--   time it was created, which has the slot of the anchor
-- Reply
--   BACK, how often it went back by now, and for how long in ms
--   or SPENT
--   or ERR and TOKEN_REQUIRED, TOKEN_MISMATCH or NOT_ACTIVE
--@include once
--@include clock
--@include decimal
--@include openQueue
--@include closeQueue
--@include enterLane
--@include handBack
--@include leaseError
--@include leaveLane
--@include releaseSlot
--@include whole
local anchor = KEYS[1]
local id = ARGV[1]
local now = clock(ARGV[2])
local token = ARGV[3]
local lastError = ARGV[4]
local most, pause = tonumber(ARGV[5]), tonumber(ARGV[6])
local countPrefix, rememberFor = ARGV[7], ARGV[8]

return once(function()
	local queue = openQueue(anchor, now, { 'active', 'delayed' })
	local base = queue.base
	local job = base .. ':job:' .. id
	local stored = redis.pcall('HMGET', job, 'lease_token', 'attempt', 'gid', 'created_ms')
	local problem = leaseError(token, stored[1], redis.call('ZSCORE', base .. ':active', id))
	if problem ~= nil then
		return { 'ERR', problem }
	end
	-- another job may get the same id later
	local count = countPrefix .. id .. '@' .. (stored[4] or '')
	local times, delay = handBack(count, most, pause, rememberFor)
	if not times then
		return { 'SPENT' }
	end
	local due = decimal(queue.nowMs + delay)
	redis.call('ZREM', base .. ':active', id)
	leaveLane(queue, 'active', id, '')
	redis.call('HSET', job, 'state', 'delayed', 'attempt', decimal(math.max(0, whole(stored[2]) - 1)), 'due_ms', due,
		'updated_ms', now, 'lease_token', '', 'lock_until_ms', '')
	if lastError ~= '' then
		redis.call('HSET', job, 'last_error', string.sub(lastError, 1, 4096), 'last_error_ms', now)
	end
	releaseSlot(queue, stored[3] or '')
	redis.call('ZADD', base .. ':delayed', due, id)
	enterLane(queue, 'delayed', id, '')
	closeQueue(queue, {})
	return { 'BACK', times, delay }
end)
