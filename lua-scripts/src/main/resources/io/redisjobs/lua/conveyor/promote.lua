-- Puts scheduled jobs that are due into their queues, each once, children as released ones. One that its queue cannot
-- take goes to the failed jobs, so that the others go on.
--
-- KEYS
--   1 scheduled       the scheduled jobs
--   2 failed          the failed jobs
--   3 closing         the jobs that are closing
--   4 workersActive   the workers that live
--   5 workersHand     the workers of which something may be left
-- ARGV
--   1 jobPrefix      what a job key begins with
--   2 workerPrefix   what the key of a worker's running jobs begins with
--   3 now            epoch seconds
--   4 holds          1 if a child that failed holds its parent back
--   5.. for each job: bytes, uuid, its parent's uuid or nothing, its queue's key
-- Derived keys
--   the parents' job keys and released children; the queues
-- Reply
--   how many were promoted, then the numbers (from 1) of those that went to the failed jobs, because the queue or the
--   parent's released children are keys of another type

--@include fits
--@include leaveParent

local scheduled, failed = KEYS[1], KEYS[2]
local holds = ARGV[4] == '1'
local context = {
	closing = KEYS[3],
	workersActive = KEYS[4],
	workersHand = KEYS[5],
	jobPrefix = ARGV[1],
	workerPrefix = ARGV[2],
	now = ARGV[3],
}
local FIRST_JOB, JOB_VALUES = 5, 4

redis.call('LLEN', failed)
redis.call('ZCARD', context.closing)
local promoted, stuck, number = 0, {}, 0
for at = FIRST_JOB, #ARGV, JOB_VALUES do
	local bytes, uuid, parent, queue = unpack(ARGV, at, at + JOB_VALUES - 1)
	local due = redis.call('ZSCORE', scheduled, bytes)
	number = number + 1
	if due and tonumber(due) <= tonumber(context.now) then
		local countable = parent == '' or fits('SCARD', context.jobPrefix .. parent .. ':active')
		if countable and fits('LLEN', queue) then
			if parent ~= '' then
				redis.call('SADD', context.jobPrefix .. parent .. ':active', uuid)
			end
			redis.call('LPUSH', queue, bytes)
			promoted = promoted + 1
		else
			redis.call('LPUSH', failed, bytes)
			if countable and not holds then
				leaveParent(uuid, parent, context)
			end
			stuck[#stuck + 1] = number
		end
		redis.call('ZREM', scheduled, bytes)
	end
end
return { promoted, unpack(stuck) }
