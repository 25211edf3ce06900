-- Forgets a lost worker once nothing of it is left.
--
-- KEYS
--   1 workersHand    the workers of which something may be left
--   2 hand           what the worker has taken and not begun
--   3 workerActive   the running jobs of the worker
-- ARGV
--   1 worker   the worker's id
-- Reply
--   FORGOTTEN | LEFT (it still has jobs)

local workersHand, hand, workerActive = KEYS[1], KEYS[2], KEYS[3]
local worker = ARGV[1]

if redis.call('EXISTS', hand, workerActive) > 0 then
	return { 'LEFT' }
end
redis.call('SREM', workersHand, worker)
return { 'FORGOTTEN' }
