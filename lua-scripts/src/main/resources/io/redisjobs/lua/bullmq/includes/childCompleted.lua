--@include releaseWaitingParent
-- Hands a child's result to its parent, which goes on after its last child.
local function childCompleted(parent, childKey, result, now)
	local pending = parent.key .. ':dependencies'
	if redis.call('SREM', pending, childKey) == 0 then
		return
	end
	redis.call('HSET', parent.key .. ':processed', childKey, result)
	if redis.call('SCARD', pending) == 0 then
		releaseWaitingParent(parent, now)
	end
end
