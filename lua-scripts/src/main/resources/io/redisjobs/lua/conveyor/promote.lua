-- Puts scheduled jobs that are due into their queues, each once, children as released ones. One that its queue cannot
-- take goes to the failed jobs, so that the others go on.
--
-- KEYS
--   scheduled, failed, closing, workersActive, workersHand
-- ARGV
--   jobPrefix     what a job key begins with
--   workerPrefix  what the key of a worker's running jobs begins with
--   now           epoch seconds
--   holds         1 if a child that failed holds its parent back
--   then for each job: bytes, uuid, its parent's uuid or nothing, its queue's key
-- Derived keys: the parents' job keys and released children; the queues
-- Reply: how many were promoted, then the numbers (from 1) of those that went to the failed jobs, because the
--   queue or the parent's released children are keys of another type

--@include fits
--@include leaveParent

local scheduled, failed, closing, workersActive, workersHand = unpack(KEYS)
local jobPrefix, workerPrefix, now, holds = unpack(ARGV, 1, 4)
local context = { jobPrefix = jobPrefix, workerPrefix = workerPrefix, now = now, closing = closing,
	workersActive = workersActive, workersHand = workersHand }

redis.call('LLEN', failed)
redis.call('ZCARD', closing)
local promoted, stuck = 0, {}
for i = 5, #ARGV, 4 do
	local bytes, uuid, parent, queue = unpack(ARGV, i, i + 3)
	local due = redis.call('ZSCORE', scheduled, bytes)
	if due and tonumber(due) <= tonumber(now) then
		local countable = parent == '' or fits('SCARD', jobPrefix .. parent .. ':active')
		if countable and fits('LLEN', queue) then
			if parent ~= '' then
				redis.call('SADD', jobPrefix .. parent .. ':active', uuid)
			end
			redis.call('LPUSH', queue, bytes)
			promoted = promoted + 1
		else
			redis.call('LPUSH', failed, bytes)
			if countable and holds == '0' then
				leaveParent(uuid, parent, context)
			end
			stuck[#stuck + 1] = (i - 1) / 4
		end
		redis.call('ZREM', scheduled, bytes)
	end
end
return { promoted, unpack(stuck) }
