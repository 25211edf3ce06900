-- Whether a job is in the hands of a worker that has not been cleared away.
local function isRunning(uuid, context)
	for _, worker in ipairs(redis.call('SMEMBERS', context.workersHand)) do
		if redis.call('SISMEMBER', context.workerPrefix .. worker, uuid) == 1 then
			return true
		end
	end
	for _, worker in ipairs(redis.call('ZRANGE', context.workersActive, 0, -1)) do
		if redis.call('SISMEMBER', context.workerPrefix .. worker, uuid) == 1 then
			return true
		end
	end
	return false
end
