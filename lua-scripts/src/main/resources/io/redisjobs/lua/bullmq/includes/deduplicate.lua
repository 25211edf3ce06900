--@include jobKeys
-- Claims a deduplication id for a new job. Returns the id of the job that stands for it, or nil if it may be added.
local function deduplicate(base, jobId, deduplication)
	local key = base .. 'de:' .. deduplication.id
	local events = base .. 'events'
	local owner = redis.call('GET', key)
	local function tell(id, otherId)
		redis.call('XADD', events, '*', 'event', 'debounced', 'jobId', id, 'debounceId', deduplication.id)
		redis.call('XADD', events, '*', 'event', 'deduplicated', 'jobId', id, 'deduplicationId', deduplication.id,
				'deduplicatedJobId', otherId)
	end
	local function claim(id)
		if deduplication.ttl then
			redis.call('SET', key, id, 'PX', deduplication.ttl)
		else
			redis.call('SET', key, id)
		end
	end
	if not owner then
		claim(jobId)
		return nil
	end
	if not deduplication.replace then
		if deduplication.extend and deduplication.ttl then
			claim(owner)
		end
		tell(owner, jobId)
		return owner
	end
	if redis.call('ZREM', base .. 'delayed', owner) == 0 then
		return owner
	end
	redis.call('DEL', base .. 'dn:' .. deduplication.id, unpack(jobKeys(base .. owner, {})))
	redis.call('XADD', events, '*', 'event', 'removed', 'jobId', owner, 'prev', 'delayed')
	tell(jobId, owner)
	if deduplication.ttl and not deduplication.extend then
		redis.call('SET', key, jobId, 'KEEPTTL')
	else
		claim(jobId)
	end
	return nil
end
