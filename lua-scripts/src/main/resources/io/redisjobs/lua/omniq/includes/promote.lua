--@include callMany
--@include leaveLane
--@include putInLine
-- Puts delayed jobs that are due in line. An id without a job is dropped.
local function promote(queue, max)
	local base = queue.base
	local ids = redis.call('ZRANGEBYSCORE', base .. ':delayed', '-inf', queue.now, 'LIMIT', 0, max)
	for _, id in ipairs(ids) do
		local job = base .. ':job:' .. id
		local stored = redis.pcall('HMGET', job, 'state', 'gid')
		leaveLane(queue, 'delayed', id, '')
		if stored[1] then
			redis.call('HSET', job, 'state', 'wait', 'updated_ms', queue.now)
			putInLine(queue, id, stored[2] or '', 'RPUSH')
		end
	end
	callMany('ZREM', base .. ':delayed', ids)
	return #ids
end
