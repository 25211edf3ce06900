-- Puts failed jobs in line again with all their attempts.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
-- ARGV
--   1 now   time in ms, 0 for the server's clock
--   2.. for each job: id
-- Derived keys
--   `{queue}:job:<id>`, wait, delayed, failed, `g:<gid>:*`, groups:ready, idx:*, stats
-- Reply
--   for each id OK, NO_JOB or NOT_FAILED
--@include clock
--@include openQueue
--@include closeQueue
--@include removeFromLane
--@include putInLine
local anchor = KEYS[1]
local now = clock(ARGV[1])
local FIRST_ID = 2

local queue = openQueue(anchor, now, { 'wait', 'active', 'delayed', 'failed' })
local reply = {}
for at = FIRST_ID, #ARGV do
	local id = ARGV[at]
	local job = queue.base .. ':job:' .. id
	local stored = redis.pcall('HMGET', job, 'state', 'gid')
	local gid = stored[2] or ''
	if not stored[1] then
		reply[#reply + 1] = 'NO_JOB'
	elseif stored[1] ~= 'failed' then
		reply[#reply + 1] = 'NOT_FAILED'
	else
		-- clients that let an id in twice leave a second copy in line
		for _, lane in ipairs({ 'failed', 'delayed', 'wait' }) do
			removeFromLane(queue, id, lane, gid)
		end
		if redis.call('ZREM', queue.base .. ':active', id) == 1 then
			leaveLane(queue, 'active', id, '')
		end
		redis.call('HSET', job, 'state', 'wait', 'attempt', '0', 'updated_ms', now, 'lease_token', '', 'lock_until_ms', '',
			'due_ms', '', 'failed_ms', '')
		putInLine(queue, id, gid, 'RPUSH')
		reply[#reply + 1] = 'OK'
	end
end
closeQueue(queue, {})
return reply
