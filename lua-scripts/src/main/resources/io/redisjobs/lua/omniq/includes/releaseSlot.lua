--@include groupSlots
-- One job of a group runs no more; the next one may be able to start.
local function releaseSlot(queue, gid)
	if gid == '' then
		return
	end
	local group = queue.base .. ':g:' .. gid
	local inflight, limit = groupSlots(queue, gid)
	if inflight > 1 then
		redis.call('SET', group .. ':inflight', inflight - 1)
	else
		redis.call('DEL', group .. ':inflight')
	end
	if inflight - 1 < limit and redis.call('LLEN', group .. ':wait') > 0
			and redis.call('ZADD', queue.base .. ':groups:ready', 'NX', queue.now, gid) == 1 then
		queue.readyChanged = true
	end
end
