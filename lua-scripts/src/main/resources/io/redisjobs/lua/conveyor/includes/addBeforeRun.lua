-- Adds a child or heir to a job that may be running, as if it had been there before the run: a run that fails takes
-- along only what it has added itself.
local function addBeforeRun(list, bytes, uuid, given)
	local children, heirs = string.match(redis.call('HGET', given, uuid) or '', '^(%d+) (%d+)$')
	local counts = { [':children'] = tonumber(children) or 0, [':onComplete'] = tonumber(heirs) or 0 }
	local suffix = string.match(list, ':%a+$')
	local newest = counts[suffix] > 0 and redis.call('LINDEX', list, -counts[suffix])
	if newest then
		redis.call('LINSERT', list, 'BEFORE', newest, bytes)
	elseif counts[suffix] > 0 then
		-- some are released already, so that nothing else is there
		redis.call('LPUSH', list, bytes)
	else
		redis.call('RPUSH', list, bytes)
	end
	counts[suffix] = counts[suffix] + 1
	redis.call('HSET', given, uuid, counts[':children'] .. ' ' .. counts[':onComplete'])
end
