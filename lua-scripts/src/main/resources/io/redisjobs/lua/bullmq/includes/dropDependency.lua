--@include readQueue
--@include checkTypes
--@include wakeWorker
-- Takes a removed job off its parent's list. A parent that waited for nothing else goes in line.
local function dropDependency(jobKey, parentKey)
	if redis.call('SREM', parentKey .. ':dependencies', jobKey) == 0
			or redis.call('SCARD', parentKey .. ':dependencies') > 0 then
		return
	end
	local parentId = string.match(parentKey, '[^:]*$')
	local base = string.sub(parentKey, 1, -#parentId - 1)
	local queue = readQueue(base)
	checkTypes(queue)
	if redis.call('ZREM', base .. 'waiting-children', parentId) == 0 then
		return
	end
	redis.call('RPUSH', queue.target, parentId)
	wakeWorker(queue)
	redis.call('XADD', queue.events, '*', 'event', 'waiting', 'jobId', parentId, 'prev', 'waiting-children')
end
