-- Adds jobs in order: standard, by priority, delayed, or waiting for children. A job whose id or deduplication id is
-- taken is not added again; one whose parent is missing is not added at all.
-- KEYS
--   1 the prefix of the queue's keys, such as bull:emails:
-- ARGV
--   1 the number of jobs, then for each job:
--   +1 id, or '' for the next number       +2 name                        +3 data (JSON)       +4 opts (JSON)
--   +5 timestamp (ms)                      +6 delay (ms)                  +7 priority
--   +8 flags: l lifo, w waits for children, e deduplication extends, r deduplication replaces
--   +9 deduplication id or ''              +10 deduplication ttl (ms) or ''
--   +11 parent's queue (prefix and name) or ''   +12 parent's id          +13 parent field (JSON)
-- Derived keys: meta, id, events, wait, paused, active, prioritized, pc, delayed, waiting-children, completed, marker,
--   de:<id>, and for each job its hash; of a parent its hash, :dependencies, :processed and its queue's keys
-- Reply: for each job a word (added, duplicate, deduplicated, missingParent, otherParent) and the id that stands for it
--@include readQueue
--@include wakeWorker
--@include putDelayed
--@include putPrioritized
--@include markDelayed
--@include linkDuplicate
--@include deduplicate
local base = KEYS[1]
local count = tonumber(ARGV[1])
-- writes nothing, but fails where Redis has no memory left; once a script has trimmed, Redis lets it add
redis.call('SETRANGE', base .. 'id', 0, '')
local queue = readQueue(base, true)
local events = queue.events
local fifo, lifo = {}, {}
local delayed, ready = false, false
local reply = {}

-- a list of the wrong type shows here, before anything is written
redis.call('LLEN', queue.target)

local function store(jobId, at, parent)
	local jobKey = base .. jobId
	local fields = { 'name', ARGV[at + 2], 'data', ARGV[at + 3], 'opts', ARGV[at + 4], 'timestamp', ARGV[at + 5],
			'delay', ARGV[at + 6], 'priority', ARGV[at + 7] }
	if parent then
		fields[#fields + 1] = 'parentKey'
		fields[#fields + 1] = parent.key
		fields[#fields + 1] = 'parent'
		fields[#fields + 1] = parent.json
	end
	if ARGV[at + 9] ~= '' then
		fields[#fields + 1] = 'deid'
		fields[#fields + 1] = ARGV[at + 9]
	end
	redis.call('HSET', jobKey, unpack(fields))
	redis.call('XADD', events, '*', 'event', 'added', 'jobId', jobId, 'name', ARGV[at + 2])
end

local function place(jobId, flags, timestamp, delay, priority)
	if string.find(flags, 'w', 1, true) then
		redis.call('ZADD', base .. 'waiting-children', timestamp, jobId)
		redis.call('XADD', events, '*', 'event', 'waiting-children', 'jobId', jobId)
		return
	end
	if delay > 0 then
		putDelayed(base, jobId, timestamp + delay)
		delayed = true
		return
	end
	if priority > 0 then
		putPrioritized(base, jobId, priority)
	elseif string.find(flags, 'l', 1, true) then
		lifo[#lifo + 1] = jobId
	else
		fifo[#fifo + 1] = jobId
	end
	ready = true
	redis.call('XADD', events, '*', 'event', 'waiting', 'jobId', jobId)
end

local function add(at, number)
	local parent
	if ARGV[at + 11] ~= '' then
		parent = { queue = ARGV[at + 11], id = ARGV[at + 12], key = ARGV[at + 11] .. ':' .. ARGV[at + 12],
				json = ARGV[at + 13] }
		if redis.call('EXISTS', parent.key) == 0 then
			return 'missingParent', parent.key
		end
	end
	number = number or redis.call('INCR', base .. 'id')
	local jobId = ARGV[at + 1]
	local timestamp = tonumber(ARGV[at + 5])
	if jobId == '' then
		jobId = string.format('%.0f', number)
	elseif redis.call('EXISTS', base .. jobId) == 1 then
		if parent and not linkDuplicate(base, jobId, parent, timestamp) then
			return 'otherParent', jobId
		end
		redis.call('XADD', events, '*', 'event', 'duplicated', 'jobId', jobId)
		return 'duplicate', jobId
	end
	local flags = ARGV[at + 8]
	if ARGV[at + 9] ~= '' then
		local owner = deduplicate(base, jobId, { id = ARGV[at + 9], ttl = tonumber(ARGV[at + 10]),
				extend = string.find(flags, 'e', 1, true), replace = string.find(flags, 'r', 1, true) })
		if owner then
			return 'deduplicated', owner
		end
	end
	local delay, priority = tonumber(ARGV[at + 6]), tonumber(ARGV[at + 7])
	store(jobId, at, parent)
	place(jobId, flags, timestamp, delay, priority)
	if parent then
		redis.call('SADD', parent.key .. ':dependencies', base .. jobId)
	end
	return 'added', jobId
end

-- nothing at all is written for a job whose parent is missing, so with parents the ids are counted one by one
local function firstNumber()
	for i = 0, count - 1 do
		if ARGV[12 + 13 * i] ~= '' then
			return nil
		end
	end
	return redis.call('INCRBY', base .. 'id', count) - count + 1
end

local first = firstNumber()
for i = 0, count - 1 do
	reply[2 * i + 1], reply[2 * i + 2] = add(1 + 13 * i, first and first + i)
end
for from = 1, #fifo, 1000 do
	redis.call('LPUSH', queue.target, unpack(fifo, from, math.min(from + 999, #fifo)))
end
for from = 1, #lifo, 1000 do
	redis.call('RPUSH', queue.target, unpack(lifo, from, math.min(from + 999, #lifo)))
end
if ready then
	wakeWorker(queue)
end
if delayed then
	markDelayed(base)
end
return reply
