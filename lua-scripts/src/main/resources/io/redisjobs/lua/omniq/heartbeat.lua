-- Extends leases by the jobs' own timeout: bounded counts it from now and never shortens, additive puts it on top of what
-- is left, as other clients do.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
-- ARGV
--   1 now    time in ms, 0 for the server's clock
--   2 mode   bounded or additive
--   3.. for each job: id, token
-- Derived keys
--   `{queue}:job:<id>`, active
-- Reply
--   the time the leases are counted from, then for each job two values: OK and the new lock until, or ERR and TOKEN_REQUIRED,
--     TOKEN_MISMATCH or NOT_ACTIVE
--@include baseOf
--@include clock
--@include decimal
--@include leaseError
--@include whole
local anchor = KEYS[1]
local now = clock(ARGV[1])
local mode = ARGV[2]
local FIRST_LEASE, LEASE_VALUES = 3, 2

local base = baseOf(anchor)
local additive = mode == 'additive'
local nowMs = tonumber(now)
local reply = { now }
for at = FIRST_LEASE, #ARGV, LEASE_VALUES do
	local id, token = unpack(ARGV, at, at + LEASE_VALUES - 1)
	local job = base .. ':job:' .. id
	local stored = redis.pcall('HMGET', job, 'lease_token', 'timeout_ms')
	local lock = redis.call('ZSCORE', base .. ':active', id)
	local problem = leaseError(token, stored[1], lock)
	if problem ~= nil then
		reply[#reply + 1] = 'ERR'
		reply[#reply + 1] = problem
	else
		local timeout = whole(stored[2])
		if timeout <= 0 then
			timeout = 60000
		end
		local current = tonumber(lock)
		local extended = decimal(additive and math.max(current, nowMs) + timeout or math.max(current, nowMs + timeout))
		redis.call('ZADD', base .. ':active', extended, id)
		redis.call('HSET', job, 'lock_until_ms', extended, 'updated_ms', now)
		reply[#reply + 1] = 'OK'
		reply[#reply + 1] = extended
	end
end
return reply
