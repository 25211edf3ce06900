-- Puts scheduled jobs that are due into their queues, each once, children as released ones.
--
-- KEYS
--   scheduled
-- ARGV
--   jobPrefix  what a job key begins with
--   now        epoch seconds
--   then for each job: bytes, uuid, its parent's uuid or nothing, its queue's key
-- Derived keys: the parents' released children; the queues
-- Reply: how many were promoted, then the numbers (from 1) of due jobs that were left because the
--   queue or the parent's released children are keys of another type

--@include fits

local scheduled = KEYS[1]
local jobPrefix, now = ARGV[1], tonumber(ARGV[2])

local promoted, stuck = 0, {}
for i = 3, #ARGV, 4 do
	local bytes, uuid, parent, queue = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
	local due = redis.call('ZSCORE', scheduled, bytes)
	local isDue = due and tonumber(due) <= now
	if isDue and not (fits('LLEN', queue) and (parent == '' or fits('SCARD', jobPrefix .. parent .. ':active'))) then
		stuck[#stuck + 1] = (i + 1) / 4
	elseif isDue then
		if parent ~= '' then
			redis.call('SADD', jobPrefix .. parent .. ':active', uuid)
		end
		redis.call('LPUSH', queue, bytes)
		redis.call('ZREM', scheduled, bytes)
		promoted = promoted + 1
	end
end
return { promoted, unpack(stuck) }
