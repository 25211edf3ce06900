-- Moves up to count ids to active: those in wait first, oldest first, then by priority. A job is in active before it
-- leaves where it was, so that an error on the way loses none.
local function pickIds(base, count)
	local active = base .. 'active'
	local wait = base .. 'wait'
	local picked = {}
	local waiting = redis.call('LRANGE', wait, -count, -1)
	for i = #waiting, 1, -1 do
		picked[#picked + 1] = waiting[i]
	end
	if #picked > 0 then
		redis.call('LPUSH', active, unpack(picked))
		redis.call('LTRIM', wait, 0, -#picked - 1)
	end
	local missing = count - #picked
	if missing > 0 then
		local prioritized = redis.call('ZRANGE', base .. 'prioritized', 0, missing - 1)
		if #prioritized > 0 then
			redis.call('LPUSH', active, unpack(prioritized))
			redis.call('ZREM', base .. 'prioritized', unpack(prioritized))
			for _, jobId in ipairs(prioritized) do
				picked[#picked + 1] = jobId
			end
		end
		if #prioritized < missing then
			redis.call('DEL', base .. 'pc')
		end
	end
	return picked
end
