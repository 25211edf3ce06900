-- Moves the oldest jobs of a queue into the worker's hand, no further one after 1 MiB, and tells that the worker lives.
-- What an interrupted call has left in the hand comes first.
--
-- KEYS
--   1 queue           the queue
--   2 hand            what the worker has taken and not begun
--   3 workersActive   the workers that live
--   4 workersHand     the workers of which something may be left
--   5 queuesActive    the queues that somebody works
--   6 queuesPaused    the queues that are paused
-- ARGV
--   1 worker      the worker's id
--   2 queueName   the queue's name
--   3 alive       the score that says until when the worker counts as living
--   4 now         epoch seconds
--   5 max         the most jobs to take
--   6 register    1 if the worker is new
-- Reply
--   JOBS, then their bytes, oldest first | PAUSED (the hand went back to the queue) | UNREGISTERED (the worker is lost
--   to others; it needs a new id)

local queue, hand, workersActive = KEYS[1], KEYS[2], KEYS[3]
local workersHand, queuesActive, queuesPaused = KEYS[4], KEYS[5], KEYS[6]
local worker, queueName, alive, now = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local max, register = tonumber(ARGV[5]), ARGV[6] == '1'
local MAX_BYTES = 1048576

redis.call('LLEN', queue)
redis.call('LLEN', hand)
if register then
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
	return #reply <= max and bytes < MAX_BYTES
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
	step = math.max(1, math.min(16, 4 * step, math.floor((MAX_BYTES - bytes) / largest)))
end
return reply
