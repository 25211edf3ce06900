-- Forgets a worker that was given up once nothing of it is left.
--
-- KEYS
--   workersHand, hand, workerActive
-- ARGV
--   worker   the worker's id
-- Reply: FORGOTTEN | LEFT (it still has jobs)

local workersHand, hand, workerActive = KEYS[1], KEYS[2], KEYS[3]
local worker = ARGV[1]

if redis.call('EXISTS', hand, workerActive) > 0 then
	return { 'LEFT' }
end
redis.call('SREM', workersHand, worker)
return { 'FORGOTTEN' }
