-- Repairs what clients leave that keep no time indexes and counters, or lease a job twice: takes ids out of a lane's index
-- that are no longer in the lane, corrects the counters of running jobs of groups, lines up groups that were forgotten,
-- and corrects the statistics. A piece with every call; one call of all workers in an interval does it.
-- KEYS: 1 anchor `{queue}:meta`, 2 the mark that a piece was done a moment ago
-- ARGV: 1 now (0 = the server's clock), 2 lane whose index is swept (wait, active, delayed, failed, completed), 3 cursor of
--   the sweep, 4 cursor of the search for groups, 5 about how many index entries to look at, 6 about how many keys to look
--   at for groups, 7 the most running jobs and ready groups to count, 8 ms until the next piece (0 = none)
-- Derived keys: `{queue}:job:<id>`, wait, active, delayed, failed, completed, `g:<gid>:*`, groups:ready, has_groups, idx:*, stats
-- Reply: SKIPPED; or OK, the next cursor of the sweep, the next cursor of the search, how many entries were looked at, how
--   many of them were taken out, how many groups were repaired
--@include clock
--@include openQueue
--@include runningGroups
--@include groupLines
--@include sweepIndex
--@include repairGroup
--@include correctStats
local anchor, mark = KEYS[1], KEYS[2]
local now = clock(ARGV[1])
local lane = ARGV[2]
local sweepFrom, searchFrom = ARGV[3], ARGV[4]
local maxEntries, maxKeys, maxCounted = ARGV[5], ARGV[6], tonumber(ARGV[7])
local interval = ARGV[8]

if redis.call('EXISTS', mark) == 1 then
	return { 'SKIPPED' }
end
local queue = openQueue(anchor, now, { 'wait', 'active', 'delayed', 'failed', 'completed' })
local base = queue.base
redis.call('ZCARD', base .. ':groups:ready')
local grouped = redis.call('EXISTS', base .. ':has_groups') == 1
local running = grouped and runningGroups(base, maxCounted) or nil
local suspects = {}
for gid in pairs(running or {}) do
	suspects[gid] = true
end
local sweepNext, looked, stale = sweepIndex(base, lane, sweepFrom, maxEntries, function(gid)
	suspects[gid] = true
end)
local searchNext = '0'
if running then
	local prefix = base .. ':g:'
	-- a name of a queue has no characters that mean something in a pattern
	local found = redis.call('SCAN', searchFrom, 'MATCH', prefix .. '*', 'COUNT', maxKeys)
	searchNext = found[1]
	for _, key in ipairs(found[2]) do
		local gid, what = string.match(string.sub(key, #prefix + 1), '^(.+):(%a+)$')
		if what == 'wait' or what == 'inflight' then
			suspects[gid] = true
		end
	end
end
local repaired = 0
if running then
	for gid in pairs(suspects) do
		if repairGroup(queue, gid, running[gid] or 0) then
			repaired = repaired + 1
		end
	end
end
local groupWaiting = 0
if grouped then
	groupWaiting = groupLines(base, running, maxCounted)
end
correctStats(queue, groupWaiting)
if interval ~= '0' and stale * 2 < math.max(1, looked) then
	redis.call('SET', mark, '1', 'PX', interval)
end
return { 'OK', sweepNext, searchNext, looked, stale, repaired }
