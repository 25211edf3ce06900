--@include whole
-- Makes the counters what they count; groupWaiting is nil if it is not known.
local function correctStats(queue, groupWaiting)
	local counts, stats = queue.counts, queue.base .. ':stats'
	local names = { 'waiting', 'active', 'delayed', 'failed', 'completed_kept', 'groups_ready', 'group_waiting', 'waiting_total' }
	local stored = redis.call('HMGET', stats, unpack(names))
	groupWaiting = groupWaiting or math.max(0, whole(stored[7]))
	local counted = { counts.wait, counts.active, counts.delayed, counts.failed, counts.completed,
		redis.call('ZCARD', queue.base .. ':groups:ready'), groupWaiting, counts.wait + groupWaiting }
	local fields = {}
	for i, name in ipairs(names) do
		if tonumber(stored[i] or 0) ~= counted[i] then
			fields[#fields + 1] = name
			fields[#fields + 1] = counted[i]
		end
	end
	if #fields > 0 then
		redis.call('HSET', stats, unpack(fields))
	end
end
