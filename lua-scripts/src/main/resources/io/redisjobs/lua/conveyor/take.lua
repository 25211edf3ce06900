-- Moves the oldest jobs of a queue into the worker's hand, no further one after 1 MiB, and tells that the worker lives.
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

local reply, bytes = { 'JOBS' }, 0
local function hasRoom()
	return #reply <= max and bytes < 1048576
end
local function add(job)
	reply[#reply + 1] = job
	bytes = bytes + #job
end

local left = redis.call('LLEN', hand)
for place = 1, left do
	if not hasRoom() then
		return reply
	end
	add(redis.call('LINDEX', hand, -place))
end
-- in steps, because how large a job is shows when it is out of the queue: as many as are like those before, and few
local step, largest = 1, 1
while hasRoom() do
	local jobs = redis.call('RPOP', queue, math.min(step, max + 1 - #reply)) or {}
	local used = 0
	while used < #jobs and hasRoom() do
		used = used + 1
		add(jobs[used])
		largest = math.max(largest, #jobs[used])
	end
	if used > 0 then
		redis.call('LPUSH', hand, unpack(jobs, 1, used))
	end
	for i = #jobs, used + 1, -1 do
		redis.call('RPUSH', queue, jobs[i])
	end
	if #jobs < step then
		break
	end
	step = math.max(1, math.min(16, 4 * step, math.floor((1048576 - bytes) / largest)))
end
return reply
