--@include wholeNumber
-- Sets the length of the events stream and trims it, before a script writes its own events.
local function trimEvents(queue)
	if not queue.maxEvents then
		queue.maxEvents = '10000'
		redis.call('HSET', queue.base .. 'meta', 'opts.maxLenEvents', queue.maxEvents)
	end
	redis.call('XTRIM', queue.events, 'MAXLEN', '~', wholeNumber(queue.maxEvents, 2 ^ 50))
end
