-- Puts scheduled jobs that are due into their queues, each once, children as released ones.
--
-- KEYS
--   scheduled
-- ARGV
--   jobPrefix  what a job key begins with
--   now        epoch seconds
--   then for each job: bytes, uuid, its parent's uuid or nothing, its queue's key
-- Derived keys: the parents' released children; the queues
-- Reply: how many were promoted

local scheduled = KEYS[1]
local jobPrefix, now = ARGV[1], tonumber(ARGV[2])

local promoted = 0
for i = 3, #ARGV, 4 do
	local bytes, uuid, parent, queue = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
	local due = redis.call('ZSCORE', scheduled, bytes)
	if due and tonumber(due) <= now then
		if parent ~= '' then
			redis.call('SADD', jobPrefix .. parent .. ':active', uuid)
		end
		redis.call('LPUSH', queue, bytes)
		redis.call('ZREM', scheduled, bytes)
		promoted = promoted + 1
	end
end
return { promoted }
