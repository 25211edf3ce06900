-- Fails if a key that a job may go to next is of the wrong type. Called before a job leaves where it is, so that it is not
-- lost on the way.
local function checkTypes(queue)
	local base = queue.base
	redis.call('LLEN', queue.target)
	redis.call('STRLEN', base .. 'pc')
	redis.call('XLEN', queue.events)
	redis.call('ZCARD', base .. 'prioritized')
	redis.call('ZCARD', base .. 'delayed')
	redis.call('ZCARD', base .. 'marker')
end
