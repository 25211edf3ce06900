-- Ends a worker in good order: what is in its hand goes back to the queue. If jobs are still running,
-- the worker counts as gone from now on, so that the next recovery takes them over.
--
-- KEYS
--   queue, hand, workerActive, workersActive, workersHand, queuesActive
-- ARGV
--   worker     the worker's id
--   queueName  the queue's name
-- Reply: RETIRED | LEFT (it had running jobs)

local queue, hand, workerActive, workersActive, workersHand, queuesActive = unpack(KEYS)
local worker, queueName = ARGV[1], ARGV[2]

redis.call('LLEN', queue)
for _ = 1, redis.call('LLEN', hand) do
	redis.call('LMOVE', hand, queue, 'LEFT', 'RIGHT')
end
redis.call('ZREM', queuesActive, queueName)
if redis.call('EXISTS', workerActive) == 1 then
	redis.call('SADD', workersHand, worker)
	redis.call('ZREM', workersActive, worker)
	return { 'LEFT' }
end
redis.call('ZREM', workersActive, worker)
redis.call('SREM', workersHand, worker)
return { 'RETIRED' }
