--@include callMany
-- Writes what was collected: the time indexes and the counters of the lanes that changed. A job that came and went in
-- the same call has gone.
local function closeQueue(queue, stamps)
	local base = queue.base
	local fields = {}
	local function set(field, value)
		fields[#fields + 1] = field
		fields[#fields + 1] = value
	end
	local statsNames = { active = 'active', delayed = 'delayed', failed = 'failed', completed = 'completed_kept' }
	for lane, entered in pairs(queue.entered) do
		if queue.changed[lane] then
			callMany('ZADD', base .. ':idx:' .. lane, entered)
			callMany('ZREM', base .. ':idx:' .. lane, queue.left[lane])
			if lane ~= 'wait' then
				set(statsNames[lane], queue.counts[lane])
			else
				if queue.ungroupedChanged then
					set('waiting', queue.counts.wait)
				end
				if queue.groupWaitingChanged then
					set('group_waiting', queue.groupWaiting)
				end
				set('waiting_total', queue.counts.wait + queue.groupWaiting)
			end
		end
	end
	if queue.readyChanged then
		set('groups_ready', redis.call('ZCARD', base .. ':groups:ready'))
	end
	if #fields > 0 then
		set('last_activity_ms', queue.now)
		for _, stamp in ipairs(stamps) do
			set(stamp, queue.now)
		end
		redis.call('HSET', base .. ':stats', unpack(fields))
	end
end
