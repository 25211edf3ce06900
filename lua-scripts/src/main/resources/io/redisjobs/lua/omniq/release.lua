-- Releases a running job: it goes to the front of its line, and the attempt does not count.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
--   last memory   the memory of the call's lane (see once)
-- ARGV
--   1 id      the job
--   2 now     time in ms, 0 for the server's clock
--   3 token   the token of its lease
--   last call   the number of the call in its lane
-- Derived keys
--   `{queue}:job:<id>`, active, wait, `g:<gid>:*`, groups:ready, idx:*, stats
-- Reply
--   OK
--   or ERR and TOKEN_REQUIRED, TOKEN_MISMATCH or NOT_ACTIVE
--@include once
--@include clock
--@include decimal
--@include openQueue
--@include closeQueue
--@include leaseError
--@include leaveLane
--@include putInLine
--@include releaseSlot
--@include whole
local anchor = KEYS[1]
local id = ARGV[1]
local now = clock(ARGV[2])
local token = ARGV[3]

return once(function()
	local queue = openQueue(anchor, now, { 'active', 'wait' })
	local base = queue.base
	local job = base .. ':job:' .. id
	local stored = redis.pcall('HMGET', job, 'lease_token', 'attempt', 'gid')
	local problem = leaseError(token, stored[1], redis.call('ZSCORE', base .. ':active', id))
	if problem ~= nil then
		return { 'ERR', problem }
	end
	local gid = stored[3] or ''
	redis.call('ZREM', base .. ':active', id)
	leaveLane(queue, 'active', id, '')
	redis.call('HSET', job, 'state', 'wait', 'attempt', decimal(math.max(0, whole(stored[2]) - 1)),
		'updated_ms', now, 'lease_token', '', 'lock_until_ms', '')
	releaseSlot(queue, gid)
	putInLine(queue, id, gid, 'LPUSH')
	closeQueue(queue, {})
	return { 'OK' }
end)
