--@include failParent
--@include releaseWaitingParent
-- Does to a parent what the policy says for a child that failed for good.
local function childFailed(parent, childKey, reason, now)
	local pending = parent.key .. ':dependencies'
	if parent.policy == '' or redis.call('SREM', pending, childKey) == 0 then
		return
	end
	if parent.policy == 'fpof' then
		redis.call('ZADD', parent.key .. ':unsuccessful', now, childKey)
		failParent(parent, childKey, now)
	elseif parent.policy == 'cpof' then
		redis.call('HSET', parent.key .. ':failed', childKey, reason)
		releaseWaitingParent(parent, now)
	else
		if redis.call('SCARD', pending) == 0 then
			releaseWaitingParent(parent, now)
		end
		if parent.policy == 'idof' then
			redis.call('HSET', parent.key .. ':failed', childKey, reason)
		end
	end
end
