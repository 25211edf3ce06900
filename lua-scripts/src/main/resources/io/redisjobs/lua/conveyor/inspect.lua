-- Counts a queue's jobs, a part of the keys that all queues share at a time.
--
-- KEYS
--   1 queue          the queue
--   2 queuesPaused   the queues that are paused
--   3 scheduled      the scheduled jobs of all queues
--   4 failed         the failed jobs of all queues
--   5 jobsActive     the jobs in progress of all queues
-- ARGV
--   1 jobPrefix   what a job key begins with
--   2 queueName   the queue's name
--   3 from        the place among the scheduled and failed jobs to go on at
--   4 cursor      where to go on among the jobs in progress: 0 to begin, nothing if all were seen
--   5 max         the most jobs to read of each shared key
-- Derived keys
--   the job keys and their released children
-- Reply
--   how many wait, 1 if paused, how many of the part are scheduled and how many failed, 1 if there may be more of
--   those, the next cursor or nothing, the uuids of jobs in progress that run (a uuid may come twice), the uuids of
--   those that wait for children, the score of the first of the part that is scheduled or nothing

--@include queueOf

local queue, queuesPaused = KEYS[1], KEYS[2]
local scheduled, failed, jobsActive = KEYS[3], KEYS[4], KEYS[5]
local jobPrefix, queueName, from = ARGV[1], ARGV[2], tonumber(ARGV[3])
local cursor, max = ARGV[4], tonumber(ARGV[5])

local function count(entries)
	local ours = 0
	for _, bytes in ipairs(entries) do
		ours = ours + (queueOf(bytes) == queueName and 1 or 0)
	end
	return ours
end

local running, waiting = {}, {}
if cursor ~= '' then
	local part = redis.call('SSCAN', jobsActive, cursor, 'COUNT', max)
	cursor = part[1] ~= '0' and part[1] or ''
	for _, uuid in ipairs(part[2]) do
		local bytes = redis.call('GET', jobPrefix .. uuid)
		if bytes and queueOf(bytes) == queueName then
			local group = redis.call('EXISTS', jobPrefix .. uuid .. ':active') == 1 and waiting or running
			group[#group + 1] = uuid
		end
	end
end
local due = redis.call('ZRANGE', scheduled, from, from + max - 1)
local first = ''
for at, bytes in ipairs(due) do
	if queueOf(bytes) == queueName then
		first = redis.call('ZRANGE', scheduled, from + at - 1, from + at - 1, 'WITHSCORES')[2]
		break
	end
end
local ended = redis.call('LRANGE', failed, from, from + max - 1)
local more = math.max(#due, #ended) == max and 1 or 0
return { redis.call('LLEN', queue), redis.call('SISMEMBER', queuesPaused, queueName), count(due), count(ended), more,
	cursor, running, waiting, first }
