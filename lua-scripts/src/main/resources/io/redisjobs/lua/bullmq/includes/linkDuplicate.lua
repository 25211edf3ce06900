--@include childCompleted
-- Makes an existing job the child of a parent that asked for it again. Returns whether that is possible.
local function linkDuplicate(base, jobId, parent, now)
	local jobKey = base .. jobId
	local linked = redis.call('HGET', jobKey, 'parentKey')
	if linked and linked ~= parent.key then
		return redis.call('EXISTS', linked) == 0
	end
	redis.call('SADD', parent.key .. ':dependencies', jobKey)
	if redis.call('ZSCORE', base .. 'completed', jobId) then
		childCompleted(parent, jobKey, redis.call('HGET', jobKey, 'returnvalue') or 'null', now)
	end
	redis.call('HSET', jobKey, 'parentKey', parent.key, 'parent', parent.json)
	return true
end
