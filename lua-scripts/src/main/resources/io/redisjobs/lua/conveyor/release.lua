-- Sends children or heirs of a closing job on their way, each once. One that its queue cannot take goes to the failed
-- jobs, so that the others go on.
--
-- KEYS
--   1 closing     the jobs that are closing
--   2 list        the job's children or heirs
--   3 scheduled   the scheduled jobs
--   4 failed      the failed jobs
--   5 known       the jobs that are on their way to a worker
-- ARGV
--   1 jobPrefix   what a job key begins with
--   2 uuid        the closing job
--   3 kind        children | heirs
--   4 holds       1 if a child that failed holds its parent back
--   5.. for each one: bytes, uuid, its parent's uuid or nothing, its queue's key, the score if it is due later or
--       nothing
-- Derived keys
--   the job's children and released children; the released children of each one's parent; the queues
-- Reply
--   RELEASED, then the numbers (from 1) of those that went to the failed jobs, because the queue or the parent's
--   released children are keys of another type | NOT_CLOSING (somebody else has finished or restarted the job) |
--   WAITING (heirs: there are children left)

--@include remember
--@include fits

local closing, list, scheduled, failed, known = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local jobPrefix, uuid, kind, holds = ARGV[1], ARGV[2], ARGV[3], ARGV[4] == '1'
local FIRST_JOB, JOB_VALUES = 5, 5

if not redis.call('ZSCORE', closing, uuid) then
	return { 'NOT_CLOSING' }
end
if kind == 'heirs' and redis.call('EXISTS', jobPrefix .. uuid .. ':children', jobPrefix .. uuid .. ':active') > 0 then
	return { 'WAITING' }
end
redis.call('LLEN', failed)
redis.call('ZCARD', scheduled)
redis.call('ZCARD', known)
local reply, number = { 'RELEASED' }, 0
for at = FIRST_JOB, #ARGV, JOB_VALUES do
	local bytes, child, parent, queue, score = unpack(ARGV, at, at + JOB_VALUES - 1)
	number = number + 1
	if redis.call('LPOS', list, bytes, 'RANK', -1) then
		local released = parent ~= '' and jobPrefix .. parent .. ':active'
		local countable = not released or fits('SCARD', released)
		local stuck = not countable or (score == '' and not fits('LLEN', queue))
		if released and countable and (holds or not stuck) then
			redis.call('SADD', released, child)
		end
		if stuck then
			redis.call('LPUSH', failed, bytes)
			reply[#reply + 1] = number
		elseif score ~= '' then
			redis.call('ZADD', scheduled, score, bytes)
		else
			redis.call('LPUSH', queue, bytes)
		end
		redis.call('LREM', list, -1, bytes)
		if not stuck then
			remember(known, child)
		end
	end
end
return reply
