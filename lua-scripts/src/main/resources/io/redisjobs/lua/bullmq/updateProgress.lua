-- Stores the progress of a job.
--
-- KEYS
--   1 base  the prefix of the queue's keys, such as bull:emails:
-- ARGV
--   1 jobId     the job
--   2 progress  its progress as JSON
-- Derived keys
--   meta, events, the job's hash
-- Reply
--   a word: updated, gone
--@include readQueue
--@include trimEvents
local base = KEYS[1]
local jobId, progress = ARGV[1], ARGV[2]
if redis.call('EXISTS', base .. jobId) == 0 then
	return { 'gone' }
end
local queue = readQueue(base)
trimEvents(queue)
redis.call('HSET', base .. jobId, 'progress', progress)
redis.call('XADD', queue.events, '*', 'event', 'progress', 'jobId', jobId, 'data', progress)
return { 'updated' }
