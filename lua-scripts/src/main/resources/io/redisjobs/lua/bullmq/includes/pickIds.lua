-- Moves up to count ids to active: those in wait first, oldest first, then by priority. A job is in active before it
-- leaves where it was, so that an error on the way loses none.
local function pickIds(base, count)
	local active = base .. 'active'
	local wait = base .. 'wait'
	if count == 1 then
		local jobId = redis.call('RPOPLPUSH', wait, active)
		if jobId then
			return { jobId }
		end
	end
	local picked = {}
	local waiting = redis.call('LRANGE', wait, -count, -1)
	local missing = count - #waiting
	local prioritized = missing > 0 and redis.call('ZRANGE', base .. 'prioritized', 0, missing - 1) or {}
	for i = #waiting, 1, -1 do
		picked[#picked + 1] = waiting[i]
	end
	for _, jobId in ipairs(prioritized) do
		picked[#picked + 1] = jobId
	end
	if #picked > 0 then
		redis.call('LPUSH', active, unpack(picked))
	end
	if #waiting > 0 then
		redis.call('LTRIM', wait, 0, -#waiting - 1)
	end
	if #prioritized > 0 then
		redis.call('ZREM', base .. 'prioritized', unpack(prioritized))
	end
	if #prioritized < missing then
		redis.call('DEL', base .. 'pc')
	end
	return picked
end
