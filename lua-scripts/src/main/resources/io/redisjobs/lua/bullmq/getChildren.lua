-- Reads what a job's finished children left behind.
--
-- KEYS
--   1 base  the prefix of the queue's keys, such as bull:emails:
-- ARGV
--   1 jobId  the job
-- Derived keys
--   the job's :processed and :failed
-- Reply
--   1 keys of completed children and their results (JSON)
--   2 keys of failed children and their reasons
local base = KEYS[1]
local jobId = ARGV[1]
local jobKey = base .. jobId
return { redis.call('HGETALL', jobKey .. ':processed'), redis.call('HGETALL', jobKey .. ':failed') }
