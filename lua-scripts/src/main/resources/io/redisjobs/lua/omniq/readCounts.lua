-- Reads how many jobs are in which lane, from the lanes themselves where they can tell.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
-- ARGV
--   1 maxCounted   the most running jobs and ready groups by which the jobs of groups are counted; if there are more, the counter
--       is taken
-- Derived keys
--   `{queue}:job:<id>`, wait, active, delayed, failed, completed, paused, stats, has_groups, groups:ready, `g:<gid>:wait`
-- Reply
--   1 if the queue is paused else 0, waiting (grouped and ungrouped), active, delayed, failed, completed, due time of the next
--     delayed job or '', end of the earliest lease or ''
--@include baseOf
--@include groupLines
--@include runningGroups
--@include whole
local anchor = KEYS[1]
local maxCounted = tonumber(ARGV[1])

local base = baseOf(anchor)
local grouped = 0
if redis.call('EXISTS', base .. ':has_groups') == 1 then
	grouped = groupLines(base, runningGroups(base, maxCounted), maxCounted)
		or math.max(0, whole(redis.call('HGET', base .. ':stats', 'group_waiting')))
end
return {
	redis.call('EXISTS', base .. ':paused'),
	redis.call('LLEN', base .. ':wait') + grouped,
	redis.call('ZCARD', base .. ':active'),
	redis.call('ZCARD', base .. ':delayed'),
	redis.call('LLEN', base .. ':failed'),
	redis.call('LLEN', base .. ':completed'),
	redis.call('ZRANGE', base .. ':delayed', 0, 0, 'WITHSCORES')[2] or '',
	redis.call('ZRANGE', base .. ':active', 0, 0, 'WITHSCORES')[2] or '',
}
