-- Repairs what clients leave that keep no time indexes and counters, or lease a job twice: takes ids out of a lane's index
-- that are no longer in the lane, corrects the counters of running jobs of groups, lines up groups that were forgotten,
-- and corrects the statistics. A piece with every call, the lanes in turn; one call of all workers in an interval does it.
--
-- KEYS
--   1 anchor     `{queue}:meta`, of which the other keys are derived
--   2 mark       says that a piece was done a moment ago
--   3 progress   how far all workers have come (HASH: lane, search, and the cursor of each lane)
-- ARGV
--   1 now          time in ms, 0 for the server's clock
--   2 maxEntries   about how many index entries to look at
--   3 maxKeys      about how many keys to look at for groups
--   4 maxCounted   the most running jobs and ready groups to count
--   5 interval     ms until the next piece, 0 for none
--   6 remembered   ms after which it is forgotten how far the workers have come
-- Derived keys
--   `{queue}:job:<id>`, wait, active, delayed, failed, completed, `g:<gid>:*`, groups:ready, has_groups, idx:*, stats
-- Reply
--   SKIPPED
--   or OK, 1 if so much was stale that the next piece should follow at once else 0, how many entries were taken out of the index,
--     how many groups were repaired
--@include clock
--@include openQueue
--@include runningGroups
--@include groupLines
--@include sweepIndex
--@include searchGroups
--@include repairGroup
--@include correctStats
local anchor, mark, progress = KEYS[1], KEYS[2], KEYS[3]
local now = clock(ARGV[1])
local maxEntries, maxKeys, maxCounted = ARGV[2], ARGV[3], tonumber(ARGV[4])
local interval, remembered = ARGV[5], ARGV[6]

local after = { wait = 'active', active = 'delayed', delayed = 'failed', failed = 'completed', completed = 'wait' }

if redis.call('EXISTS', mark) == 1 then
	return { 'SKIPPED' }
end
local place = redis.call('HMGET', progress, 'lane', 'search')
local lane = after[place[1]] and place[1] or 'wait'
local queue = openQueue(anchor, now, { 'wait', 'active', 'delayed', 'failed', 'completed' })
local base = queue.base
redis.call('ZCARD', base .. ':groups:ready')
local grouped = redis.call('EXISTS', base .. ':has_groups') == 1
local running = grouped and runningGroups(base, maxCounted) or nil
local suspects = {}
local function suspect(gid)
	suspects[gid] = true
end
local sweepNext, looked, stale = sweepIndex(base, lane, redis.call('HGET', progress, lane) or '0', maxEntries, suspect)
local repaired = 0
if running then
	local searchNext = searchGroups(base, place[2] or '0', maxKeys, suspect)
	redis.call('HSET', progress, 'search', searchNext)
	for gid in pairs(running) do
		suspect(gid)
	end
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
local goOn = sweepNext ~= '0' and stale > 0 and stale * 2 >= looked
redis.call('HSET', progress, 'lane', goOn and lane or after[lane], lane, sweepNext)
redis.call('PEXPIRE', progress, remembered)
if interval ~= '0' and not goOn then
	redis.call('SET', mark, '1', 'PX', interval)
end
return { 'OK', goOn and 1 or 0, stale, repaired }
