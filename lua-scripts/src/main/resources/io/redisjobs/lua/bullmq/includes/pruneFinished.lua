--@include jobKeys
--@include dropDependency
--@include tellParent
-- Removes finished jobs that are older than age seconds or beyond the newest count, at most 1000 for each reason.
local function pruneFinished(base, state, age, count, now)
	local key = base .. state
	local function remove(jobIds)
		for _, jobId in ipairs(jobIds) do
			local jobKey = base .. jobId
			local parentKey = redis.pcall('HGET', jobKey, 'parentKey')
			if type(parentKey) == 'string' and parentKey ~= '' and redis.call('EXISTS', parentKey) == 1 then
				tellParent(dropDependency, jobKey, parentKey)
			end
			redis.call('DEL', unpack(jobKeys(jobKey, {})))
		end
		if #jobIds > 0 then
			redis.call('ZREM', key, unpack(jobIds))
		end
	end
	if age then
		remove(redis.call('ZRANGEBYSCORE', key, '-inf', now - age * 1000, 'LIMIT', 0, 1000))
	end
	if count and count > 0 then
		local surplus = redis.call('ZCARD', key) - count
		if surplus > 0 then
			remove(redis.call('ZRANGE', key, 0, math.min(surplus, 1000) - 1))
		end
	end
end
