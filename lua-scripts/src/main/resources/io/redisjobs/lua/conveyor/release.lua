-- Sends children or heirs of a closing job on their way, each once. One that its queue cannot take goes to the failed
-- jobs, so that the others go on.
--
-- KEYS
--   closing, list (the children or heirs), scheduled, failed, known
-- ARGV
--   jobPrefix  what a job key begins with
--   uuid       the closing job
--   kind       children | heirs
--   holds      1 if a child that failed holds its parent back
--   then for each: bytes, uuid, its parent's uuid or nothing, its queue's key,
--   the score if it is due later or nothing
-- Derived keys: the job's children and released children; the released children of each one's
--   parent; the queues
-- Reply: RELEASED, then the numbers (from 1) of those that went to the failed jobs, because the queue or the
--   parent's released children are keys of another type | NOT_CLOSING (somebody else has finished or restarted
--   the job) | WAITING (heirs: there are children left)

--@include remember
--@include fits

local closing, list, scheduled, failed, known = unpack(KEYS)
local jobPrefix, uuid, kind, holds = unpack(ARGV, 1, 4)

if not redis.call('ZSCORE', closing, uuid) then
	return { 'NOT_CLOSING' }
end
if kind == 'heirs' and redis.call('EXISTS', jobPrefix .. uuid .. ':children', jobPrefix .. uuid .. ':active') > 0 then
	return { 'WAITING' }
end
redis.call('LLEN', failed)
redis.call('ZCARD', scheduled)
redis.call('ZCARD', known)
local reply = { 'RELEASED' }
for i = 5, #ARGV, 5 do
	local bytes, child, parent, queue, score = unpack(ARGV, i, i + 4)
	if redis.call('LPOS', list, bytes, 'RANK', -1) then
		local released = parent ~= '' and jobPrefix .. parent .. ':active'
		local countable = not released or fits('SCARD', released)
		local stuck = not countable or (score == '' and not fits('LLEN', queue))
		if released and countable and (holds == '1' or not stuck) then
			redis.call('SADD', released, child)
		end
		if stuck then
			redis.call('LPUSH', failed, bytes)
			reply[#reply + 1] = i / 5
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
