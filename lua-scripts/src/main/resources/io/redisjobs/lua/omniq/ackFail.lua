-- Acknowledges that an attempt failed: the job is delayed by its backoff while attempts are left, else it has failed.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
--   last memory   the memory of the call's lane (see once)
-- ARGV
--   1 id           the job
--   2 now          time in ms, 0 for the server's clock
--   3 token        the token of its lease
--   4 lastError    why it failed, '' for nothing to store; cut to 4096 bytes
--   5 failedKeep   how many failed jobs are kept, negative for all
--   6 action       retry, or fail for no further attempt
--   7 delay        ms in place of the job's backoff, negative for none
--   last call   the number of the call in its lane
-- Derived keys
--   `{queue}:job:<id>`, active, delayed, failed, `g:<gid>:*`, groups:ready, idx:*, stats
-- Reply
--   RETRY, the due time and the present
--   or FAILED
--   or ERR and TOKEN_REQUIRED, TOKEN_MISMATCH or NOT_ACTIVE
--@include once
--@include clock
--@include openQueue
--@include closeQueue
--@include leaseError
--@include endAttempt
local anchor = KEYS[1]
local id = ARGV[1]
local now = clock(ARGV[2])
local token = ARGV[3]
local lastError = ARGV[4]
local failedKeep = tonumber(ARGV[5])
local action = ARGV[6]
local delay = tonumber(ARGV[7])

return once(function()
	local queue = openQueue(anchor, now, { 'active', 'delayed', 'failed' })
	local job = queue.base .. ':job:' .. id
	local problem = leaseError(token, redis.pcall('HMGET', job, 'lease_token')[1], redis.call('ZSCORE', queue.base .. ':active', id))
	if problem ~= nil then
		return { 'ERR', problem }
	end
	if lastError ~= '' then
		redis.call('HSET', job, 'last_error', string.sub(lastError, 1, 4096), 'last_error_ms', now)
	end
	local due = endAttempt(queue, id, action, delay, failedKeep)
	closeQueue(queue, { 'last_finish_ms' })
	if due == nil then
		return { 'FAILED' }
	end
	return { 'RETRY', due, now }
end)
