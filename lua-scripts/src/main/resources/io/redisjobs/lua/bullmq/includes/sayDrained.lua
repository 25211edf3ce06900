-- Says that the queue has run empty, if it has.
local function sayDrained(queue)
	local base = queue.base
	if redis.call('LLEN', base .. 'active') == 0 and redis.call('LLEN', base .. 'wait') == 0
			and redis.call('ZCARD', base .. 'prioritized') == 0 then
		redis.call('XADD', queue.events, '*', 'event', 'drained')
	end
end
