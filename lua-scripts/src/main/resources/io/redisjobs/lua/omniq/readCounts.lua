-- Reads how many jobs are in which lane, from the lanes themselves where they can tell, and since when the oldest waits.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
-- ARGV
--   1 maxCounted   the most running jobs and ready groups by which the jobs of groups are counted; if there are more, the counter
--       is taken
-- Derived keys
--   `{queue}:job:<id>`, wait, active, delayed, failed, completed, paused, stats, has_groups, groups:ready, `g:<gid>:wait`, idx:wait
-- Reply
--   1 if the queue is paused else 0, waiting (grouped and ungrouped), active, delayed, failed, completed, due time of the next
--     delayed job or '', end of the earliest lease or '', when the job that waits longest came into the line or ''
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

-- Others leave ids in the index that wait no more, or do not keep one: the first that waits counts, and who is next in line.
local oldest = ''
local function look(id, entered)
	local stored = redis.pcall('HMGET', base .. ':job:' .. id, 'state', 'updated_ms')
	local since = stored[1] == 'wait' and (tonumber(entered) or tonumber(stored[2]))
	if since and (oldest == '' or since < tonumber(oldest)) then
		oldest = string.format('%.0f', since)
	end
	return since
end
local entered = redis.call('ZRANGE', base .. ':idx:wait', 0, 9, 'WITHSCORES')
for i = 1, #entered, 2 do
	if look(entered[i], entered[i + 1]) then
		break
	end
end
local nextId = redis.call('LINDEX', base .. ':wait', 0)
if nextId then
	look(nextId)
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
	oldest,
}
