-- Takes an id out of active. The oldest are at its end; where many jobs run for long, those that end are mostly the
-- newest, and looking for them from the end would go through all others. Returns whether it was there.
local function dropFromActive(base, jobId)
	local key = base .. 'active'
	local isNew = redis.call('LLEN', key) > 1000 and redis.call('LPOS', key, jobId, 'MAXLEN', 1000)
	return redis.call('LREM', key, isNew and 1 or -1, jobId) > 0
end
