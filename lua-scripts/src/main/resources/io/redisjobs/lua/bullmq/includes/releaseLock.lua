-- Gives up the lock of a job that is this run's. Returns 'ok', or why it is not this run's.
local function releaseLock(base, jobId, token)
	local jobKey = base .. jobId
	local size = redis.pcall('HLEN', jobKey)
	if type(size) == 'table' or size == 0 then
		return 'gone'
	end
	local holder = redis.call('GET', jobKey .. ':lock')
	if holder ~= token then
		return holder and 'otherLock' or 'noLock'
	end
	redis.call('DEL', jobKey .. ':lock')
	redis.call('SREM', base .. 'stalled', jobId)
	return 'ok'
end
