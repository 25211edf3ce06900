-- Takes ids out of active. Returns which of them were there. A short list is written anew for many ids, which costs
-- less than looking for each.
local function removeFromActive(base, jobIds)
	local key = base .. 'active'
	local found = {}
	if #jobIds < 5 or redis.call('LLEN', key) > 500 then
		for _, jobId in ipairs(jobIds) do
			found[jobId] = redis.call('LREM', key, -1, jobId) > 0
		end
		return found
	end
	local leaving = {}
	for _, jobId in ipairs(jobIds) do
		leaving[jobId] = true
	end
	local staying = {}
	for _, jobId in ipairs(redis.call('LRANGE', key, 0, -1)) do
		if leaving[jobId] then
			found[jobId] = true
		else
			staying[#staying + 1] = jobId
		end
	end
	redis.call('DEL', key)
	if #staying > 0 then
		redis.call('RPUSH', key, unpack(staying))
	end
	return found
end
