-- Adds jobs in order: standard, by priority, delayed, or waiting for children. A job whose id or deduplication id is
-- taken is not added again; one whose parent is missing is not added at all.
--
-- KEYS
--   1 base       the prefix of the queue's keys, such as bull:emails:
--   last memory  the memory of the call's lane (see once)
-- ARGV
--   1 now      time in ms
--   2.. for each job: id, name, data, opts, details
--        id       its id, or '' for the next number
--        data     its data as JSON
--        opts     its options as JSON
--        details  '' for a standard job, else a JSON object: delay (ms), priority, lifo, waitsForChildren,
--                 deduplication (an object of id, ttl, extend, replace), parent (an object of queue (prefix and
--                 name), id, json (the field), token if only the run with this lock may add the child)
--   last call  the number of the call in its lane
-- Derived keys
--   meta, id, events, wait, paused, active, prioritized, pc, delayed, waiting-children, completed, marker, de:<id>,
--   each job's hash; of a parent its hash, :lock, :dependencies, :processed and its queue's keys
-- Reply
--   for each job its id if it was added, else an array of
--   1 a word: duplicate, deduplicated, missingParent, lostParent, otherParent
--   2 the id that stands for it
--@include readQueue
--@include trimEvents
--@include checkTypes
--@include storeJob
--@include wakeWorker
--@include putDelayed
--@include putPrioritized
--@include markDelayed
--@include linkDuplicate
--@include deduplicate
--@include once
local base = KEYS[1]
local now = ARGV[1]
local FIRST_JOB, JOB_VALUES = 2, 5
local count = (#ARGV - FIRST_JOB + 1) / JOB_VALUES
local standard = {}
local queue = readQueue(base)
local events = queue.events
local fifo, lifo = {}, {}
local delayed, ready = false, false
local reply = {}

local function values(i)
	local at = FIRST_JOB + (i - 1) * JOB_VALUES
	return unpack(ARGV, at, at + JOB_VALUES - 1)
end

local function place(jobId, job)
	if job.waitsForChildren then
		redis.call('ZADD', base .. 'waiting-children', now, jobId)
		redis.call('XADD', events, '*', 'event', 'waiting-children', 'jobId', jobId)
		return
	end
	if (job.delay or 0) > 0 then
		putDelayed(base, jobId, tonumber(now) + job.delay)
		delayed = true
		return
	end
	if (job.priority or 0) > 0 then
		putPrioritized(base, jobId, job.priority)
	elseif job.lifo then
		lifo[#lifo + 1] = jobId
	else
		fifo[#fifo + 1] = jobId
	end
	ready = true
	redis.call('XADD', events, '*', 'event', 'waiting', 'jobId', jobId)
end

local function add(i, job, number)
	local jobId, name, data, opts = values(i)
	if job.parent and job.parent.token and redis.pcall('GET', job.parent.key .. ':lock') ~= job.parent.token then
		return { 'lostParent', job.parent.id }
	end
	if job.parent and redis.call('EXISTS', job.parent.key) == 0 then
		return { 'missingParent', job.parent.key }
	end
	number = number or redis.call('INCR', base .. 'id')
	if jobId == '' then
		jobId = string.format('%.0f', number)
	elseif redis.call('EXISTS', base .. jobId) == 1 then
		if job.parent and not linkDuplicate(base, jobId, job.parent, tonumber(now)) then
			return { 'otherParent', jobId }
		end
		redis.call('XADD', events, '*', 'event', 'duplicated', 'jobId', jobId)
		return { 'duplicate', jobId }
	end
	local owner = job.deduplication and deduplicate(base, jobId, job.deduplication)
	if owner then
		return { 'deduplicated', owner }
	end
	storeJob(base, jobId, name, data, opts, now, job)
	place(jobId, job)
	return jobId
end

return once(function()
	-- keys of the wrong type show here, before anything is written
	redis.call('LLEN', queue.target)
	local jobs, allStandard, someHaveParents = {}, true, false
	for i = 1, count do
		local _, _, _, _, details = values(i)
		local job = details == '' and standard or cjson.decode(details)
		if job.parent then
			someHaveParents = true
			job.parent.key = job.parent.queue .. ':' .. job.parent.id
			redis.call('SCARD', job.parent.key .. ':dependencies')
			redis.call('GET', job.parent.key .. ':lock')
		end
		if job.deduplication then
			redis.call('GET', base .. 'de:' .. job.deduplication.id)
		end
		allStandard = allStandard and job == standard
		jobs[i] = job
	end
	if not allStandard then
		checkTypes(queue)
	end
	-- Nothing at all is written for a job whose parent is missing, so with parents the ids are counted one by one. Either
	-- way the first write fails where Redis has no memory left; once a script has trimmed, Redis would let it add.
	local last = not someHaveParents and redis.call('INCRBY', base .. 'id', count)
	if someHaveParents then
		redis.call('SETRANGE', base .. 'id', 0, '')
	end
	trimEvents(queue)
	for i = 1, count do
		reply[i] = add(i, jobs[i], last and last - count + i)
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
end)
