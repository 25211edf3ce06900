-- Releases the lock of a job that is this run's. Returns 'ok', or why it is not this run's.
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
	-- first, because it fails where the key is of the wrong type, and the run goes on
	redis.call('SREM', base .. 'stalled', jobId)
	redis.call('DEL', jobKey .. ':lock')
	return 'ok'
end
