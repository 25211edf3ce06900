-- Counts the jobs of each state.
--
-- KEYS
--   1 base  the prefix of the queue's keys, such as bull:emails:
-- ARGV
--   none
-- Derived keys
--   meta, wait, paused, active, prioritized, delayed, waiting-children, completed, failed
-- Reply
--   1 whether the queue is paused (1 or 0)
--   2-9 the numbers of jobs in wait, paused, active, prioritized, delayed, waiting-children, completed, failed
local base = KEYS[1]
local reply = { redis.call('HEXISTS', base .. 'meta', 'paused') }
for _, list in ipairs({ 'wait', 'paused', 'active' }) do
	reply[#reply + 1] = redis.call('LLEN', base .. list)
end
for _, set in ipairs({ 'prioritized', 'delayed', 'waiting-children', 'completed', 'failed' }) do
	reply[#reply + 1] = redis.call('ZCARD', base .. set)
end
return reply
