-- Reads a job scheduler.
--
-- KEYS
--   1 base  the prefix of the queue's keys, such as bull:emails:
-- ARGV
--   1 schedulerId  the scheduler
-- Derived keys
--   repeat, repeat:<id>
-- Reply
--   nothing if there is none, else
--   1 the time of its latest iteration (ms)
--   2 every (ms) or nil
--   3 offset or nil
local base = KEYS[1]
local schedulerId = ARGV[1]
local latest = redis.call('ZSCORE', base .. 'repeat', schedulerId)
if not latest then
	return {}
end
local fields = redis.call('HMGET', base .. 'repeat:' .. schedulerId, 'every', 'offset')
return { string.format('%.0f', tonumber(latest)), fields[1], fields[2] }
