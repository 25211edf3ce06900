--@include groupInflight
--@include markReady
-- One job of a group runs no more; the next one may be able to start.
local function releaseSlot(queue, gid)
	if gid == '' then
		return
	end
	local group = queue.base .. ':g:' .. gid
	local inflight = groupInflight(queue, gid) - 1
	if inflight > 0 then
		redis.call('SET', group .. ':inflight', inflight)
	else
		redis.call('DEL', group .. ':inflight')
	end
	if redis.call('LLEN', group .. ':wait') > 0 then
		markReady(queue, gid)
	end
end
