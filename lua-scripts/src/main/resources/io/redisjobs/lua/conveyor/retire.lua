-- Ends a worker in good order: what is in its hand goes back to the queue. If jobs are still running, the worker counts
-- as lost from now on, so that the next recovery takes them over.
--
-- KEYS
--   1 queue           the worker's queue
--   2 hand            what the worker has taken and not begun
--   3 workerActive    the running jobs of the worker
--   4 workersActive   the workers that live
--   5 workersHand     the workers of which something may be left
--   6 queuesActive    the queues that somebody works
-- ARGV
--   1 worker      the worker's id
--   2 queueName   the queue's name
-- Reply
--   RETIRED | LEFT (it had running jobs)

local queue, hand, workerActive = KEYS[1], KEYS[2], KEYS[3]
local workersActive, workersHand, queuesActive = KEYS[4], KEYS[5], KEYS[6]
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
