-- Counts a queue's jobs, a part of the keys that all queues share at a time.
--
-- KEYS
--   queue, queuesPaused, scheduled, failed, jobsActive
-- ARGV
--   jobPrefix  what a job key begins with
--   queueName  the queue's name
--   from       the place among the scheduled and failed jobs to go on at
--   cursor     where to go on among the jobs in progress: 0 to begin, nothing if all were seen
--   max        the most jobs to read of each shared key
-- Derived keys: the job keys and their released children
-- Reply: how many wait, 1 if paused, how many of the part are scheduled and how many failed, 1 if there may be
--   more of those, the next cursor or nothing, the uuids of jobs in progress that run (a uuid may come twice), the
--   uuids of those that wait for children

--@include queueOf

local queue, queuesPaused, scheduled, failed, jobsActive = unpack(KEYS)
local jobPrefix, queueName, from, cursor, max = unpack(ARGV)
local first, last = tonumber(from), tonumber(from) + tonumber(max) - 1

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
local due, dead = redis.call('ZRANGE', scheduled, first, last), redis.call('LRANGE', failed, first, last)
local more = math.max(#due, #dead) == tonumber(max) and 1 or 0
return { redis.call('LLEN', queue), redis.call('SISMEMBER', queuesPaused, queueName), count(due), count(dead), more,
	cursor, running, waiting }
