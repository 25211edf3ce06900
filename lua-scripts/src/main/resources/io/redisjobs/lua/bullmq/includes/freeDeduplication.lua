-- Ends the deduplication that a finished job stood for, unless it ends by time.
local function freeDeduplication(base, deduplicationId, jobId)
	local key = base .. 'de:' .. deduplicationId
	local ttl = redis.call('PTTL', key)
	if ttl == 0 or (ttl == -1 and redis.pcall('GET', key) == jobId) then
		redis.call('DEL', key)
	end
end
