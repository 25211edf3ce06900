-- Counts workers as lost that have not told for too long that they live, and lists all that are lost and still have
-- something to be cleared away. A lost worker never works again under its id. Queues that nobody has looked at for as
-- long are forgotten.
--
-- KEYS
--   1 workersActive   the workers that live
--   2 workersHand     the workers of which something may be left
--   3 queuesActive    the queues that somebody works
-- ARGV
--   1 limit   the score up to which a worker counts as lost
--   2 max     the most workers to count as lost
-- Reply
--   the ids of the workers to clear away

local workersActive, workersHand, queuesActive = KEYS[1], KEYS[2], KEYS[3]
local limit, max = ARGV[1], ARGV[2]

for _, worker in ipairs(redis.call('ZRANGEBYSCORE', workersActive, '-inf', limit, 'LIMIT', 0, max)) do
	redis.call('SADD', workersHand, worker)
	redis.call('ZREM', workersActive, worker)
end
redis.call('ZREMRANGEBYSCORE', queuesActive, '-inf', limit)
local lost = {}
for _, worker in ipairs(redis.call('SMEMBERS', workersHand)) do
	if not redis.call('ZSCORE', workersActive, worker) then
		lost[#lost + 1] = worker
	end
end
table.sort(lost)
return lost
