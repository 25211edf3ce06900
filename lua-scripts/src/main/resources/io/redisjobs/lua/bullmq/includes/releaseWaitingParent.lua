--@include readQueue
--@include checkTypes
--@include releaseParent
-- Lets a parent go on if it waits for its children.
local function releaseWaitingParent(parent, now)
	if redis.call('EXISTS', parent.key) == 0 then
		return
	end
	checkTypes(readQueue(parent.queue .. ':'))
	if redis.call('ZREM', parent.queue .. ':waiting-children', parent.id) == 1 then
		releaseParent(parent, now)
	end
end
