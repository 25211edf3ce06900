--@include addKeptJob
-- Ends the deduplication that a finished job stood for, unless it ends by time, and adds the job that was kept back for it.
local function freeDeduplication(queue, deduplicationId, jobId, now)
	local key = queue.base .. 'de:' .. deduplicationId
	local ttl = redis.call('PTTL', key)
	if ttl == 0 or (ttl == -1 and redis.pcall('GET', key) == jobId) then
		redis.call('DEL', key)
	end
	addKeptJob(queue, deduplicationId, now)
end
