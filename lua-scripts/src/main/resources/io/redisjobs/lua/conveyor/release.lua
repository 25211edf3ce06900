-- Sends children or heirs of a closing job on their way, each once.
--
-- KEYS
--   closing, list (the children or heirs), scheduled
-- ARGV
--   jobPrefix  what a job key begins with
--   uuid       the closing job
--   kind       children | heirs
--   then for each: bytes, uuid, its parent's uuid or nothing, its queue's key,
--   the score if it is due later or nothing
-- Derived keys: the job's children and released children; the released children of each one's
--   parent; the queues
-- Reply: RELEASED, how many | NOT_CLOSING (somebody else has finished or restarted the job)
--   | WAITING (heirs: there are children left)

local closing, list, scheduled = KEYS[1], KEYS[2], KEYS[3]
local jobPrefix, uuid, kind = ARGV[1], ARGV[2], ARGV[3]

if not redis.call('ZSCORE', closing, uuid) then
	return { 'NOT_CLOSING' }
end
if kind == 'heirs' and redis.call('EXISTS', jobPrefix .. uuid .. ':children', jobPrefix .. uuid .. ':active') > 0 then
	return { 'WAITING' }
end
local released = 0
for i = 4, #ARGV, 5 do
	local bytes, child, parent, queue, score = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3], ARGV[i + 4]
	if redis.call('LPOS', list, bytes, 'RANK', -1) then
		if parent ~= '' then
			redis.call('SADD', jobPrefix .. parent .. ':active', child)
		end
		if score ~= '' then
			redis.call('ZADD', scheduled, score, bytes)
		else
			redis.call('LPUSH', queue, bytes)
		end
		redis.call('LREM', list, -1, bytes)
		released = released + 1
	end
end
return { 'RELEASED', released }
