-- Counts how often a job has passed a router.
--
-- KEYS
--   1 count        the job's count
-- ARGV
--   1 rememberFor  milliseconds after which it is forgotten
-- Reply
--   1 the count, this time included
local count, rememberFor = KEYS[1], ARGV[1]
local passes = redis.call('INCR', count)
redis.call('PEXPIRE', count, rememberFor)
return { passes }
