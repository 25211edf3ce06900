-- Moves the oldest jobs of a queue into the worker's hand, and tells that the worker lives.
-- What an interrupted call has left in the hand comes first.
--
-- KEYS
--   queue, hand, workersActive, workersHand, queuesActive, queuesPaused
-- ARGV
--   worker     the worker's id
--   queueName  the queue's name
--   alive      the score that says until when the worker counts as living
--   now        epoch seconds
--   max        the most jobs to take
--   register   1 if the worker is new
-- Reply: JOBS, then their bytes, oldest first | PAUSED (the hand went back to the queue)
--   | UNREGISTERED (others have given the worker up; it needs a new id)

local queue, hand, workersActive, workersHand, queuesActive, queuesPaused = unpack(KEYS)
local worker, queueName, alive, now, max, register = unpack(ARGV)
max = tonumber(max)

redis.call('LLEN', queue)
redis.call('LLEN', hand)
if register == '1' then
	redis.call('SADD', workersHand, worker)
elseif not redis.call('ZSCORE', workersActive, worker) then
	return { 'UNREGISTERED' }
end
redis.call('ZADD', workersActive, alive, worker)

if redis.call('SISMEMBER', queuesPaused, queueName) == 1 then
	for _ = 1, redis.call('LLEN', hand) do
		redis.call('LMOVE', hand, queue, 'LEFT', 'RIGHT')
	end
	return { 'PAUSED' }
end
redis.call('ZADD', queuesActive, now, queueName)

local reply = { 'JOBS' }
local left = redis.call('LRANGE', hand, -max, -1)
for i = #left, 1, -1 do
	reply[#reply + 1] = left[i]
end
if #left < max then
	local taken = redis.call('RPOP', queue, max - #left)
	if taken and #taken > 0 then
		redis.call('LPUSH', hand, unpack(taken))
		for i = 1, #taken do
			reply[#reply + 1] = taken[i]
		end
	end
end
return reply
