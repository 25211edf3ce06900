-- Gives up workers that have not told for too long that they live, and lists all that were given
-- up and still have something to be cleared away. A worker given up never works again under its id.
-- Queues that nobody has looked at for as long are forgotten.
--
-- KEYS
--   workersActive, workersHand, queuesActive
-- ARGV
--   limit   the score up to which a worker counts as gone
--   max     the most workers to give up
-- Reply: the ids of the workers to clear away

local workersActive, workersHand, queuesActive = KEYS[1], KEYS[2], KEYS[3]
local limit, max = ARGV[1], ARGV[2]

for _, worker in ipairs(redis.call('ZRANGEBYSCORE', workersActive, '-inf', limit, 'LIMIT', 0, max)) do
	redis.call('SADD', workersHand, worker)
	redis.call('ZREM', workersActive, worker)
end
redis.call('ZREMRANGEBYSCORE', queuesActive, '-inf', limit)
local gone = {}
for _, worker in ipairs(redis.call('SMEMBERS', workersHand)) do
	if not redis.call('ZSCORE', workersActive, worker) then
		gone[#gone + 1] = worker
	end
end
table.sort(gone)
return gone
