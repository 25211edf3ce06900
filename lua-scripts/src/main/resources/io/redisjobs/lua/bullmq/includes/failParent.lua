--@include readQueue
--@include checkTypes
--@include releaseParent
-- Leaves word with a parent that it is to fail, and lets it go on so that a worker does.
local function failParent(parent, childKey, now)
	if redis.call('EXISTS', parent.key) == 0 then
		return
	end
	checkTypes(readQueue(parent.queue .. ':'))
	local reason = 'child ' .. childKey .. ' failed'
	if redis.call('ZREM', parent.queue .. ':waiting-children', parent.id) == 1 then
		redis.call('HSET', parent.key, 'defa', reason)
		releaseParent(parent, now)
	elseif redis.call('ZREM', parent.queue .. ':delayed', parent.id) == 1 then
		redis.call('HSET', parent.key, 'delay', 0, 'defa', reason)
		releaseParent(parent, now)
	elseif not redis.call('ZSCORE', parent.queue .. ':failed', parent.id) then
		redis.call('HSET', parent.key, 'defa', reason)
	end
end
