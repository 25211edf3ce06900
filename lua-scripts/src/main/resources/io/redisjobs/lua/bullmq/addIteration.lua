-- Adds the next iteration of a job scheduler, once, when the latest one has been taken.
--
-- KEYS
--   1 base  the prefix of the queue's keys, such as bull:emails:
-- ARGV
--   1 now            time in ms
--   2 schedulerId    the scheduler
--   3 latest         the time of its latest iteration in ms
--   4 upcoming       the time of the next one in ms
--   5 opts           its options as JSON
--   6 data           its data as JSON, for a scheduler that stores none
--   7 priority       its priority, 0 for none
--   8 lifo           1 if it goes to the front, else 0
--   9 deduplication  its deduplication id or ''
-- Derived keys
--   meta, id, repeat, repeat:<id>, wait, paused, active, prioritized, pc, delayed, marker, events, the hashes of both
--   iterations
-- Reply
--   1 a word: added, duplicate, or stale if the scheduler is gone or has moved on
--   2 the id of the next iteration
--@include readQueue
--@include trimEvents
--@include putDelayed
--@include markDelayed
--@include checkTypes
--@include countIn
--@include putWaiting
--@include wakeWorker
local base = KEYS[1]
local now = tonumber(ARGV[1])
local schedulerId = ARGV[2]
local latest, upcoming = ARGV[3], ARGV[4]
local opts, data = ARGV[5], ARGV[6]
local priority = tonumber(ARGV[7])
local lifo = ARGV[8] == '1'
local deduplication = ARGV[9]
local schedulerKey = base .. 'repeat:' .. schedulerId
local jobId = 'repeat:' .. schedulerId .. ':' .. upcoming

local score = redis.call('ZSCORE', base .. 'repeat', schedulerId)
if not score or tonumber(score) ~= tonumber(latest) then
	return { 'stale', jobId }
end
local queue = readQueue(base)
trimEvents(queue)
if redis.call('EXISTS', base .. jobId) == 1 then
	redis.call('XADD', queue.events, '*', 'event', 'duplicated', 'jobId', jobId)
	return { 'duplicate', jobId }
end
checkTypes(queue)
local template = redis.call('HMGET', schedulerKey, 'name', 'data')
data = template[2] or data
redis.call('INCR', base .. 'id')
redis.call('ZADD', base .. 'repeat', upcoming, schedulerId)
countIn(schedulerKey, 'ic', 1)
if data ~= '{}' then
	redis.call('HSET', schedulerKey, 'data', data)
end
local delay = math.max(0, tonumber(upcoming) - now)
local name = template[1] or ''
redis.call('HSET', base .. jobId, 'name', name, 'data', data, 'opts', opts, 'timestamp', now, 'delay', delay,
		'priority', priority, 'rjk', schedulerId)
if deduplication ~= '' then
	redis.call('HSET', base .. jobId, 'deid', deduplication)
end
redis.call('XADD', queue.events, '*', 'event', 'added', 'jobId', jobId, 'name', name)
if delay > 0 then
	putDelayed(base, jobId, now + delay)
	markDelayed(base)
else
	putWaiting(queue, jobId, priority, lifo and 'RPUSH' or 'LPUSH')
	wakeWorker(queue)
	redis.call('XADD', queue.events, '*', 'event', 'waiting', 'jobId', jobId)
end
local latestKey = base .. 'repeat:' .. schedulerId .. ':' .. latest
if redis.call('EXISTS', latestKey) == 1 then
	redis.call('HSET', latestKey, 'nrjid', jobId)
end
return { 'added', jobId }
