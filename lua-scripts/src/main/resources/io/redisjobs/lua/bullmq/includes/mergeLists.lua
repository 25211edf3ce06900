-- Makes one list of two, named as the second. Oldest entries are on the right; the list with the older oldest job goes
-- there. Entries of the shorter list are moved, so that a long one costs nothing.
local function mergeLists(base, from, to)
	if redis.call('EXISTS', from) == 0 then
		return
	end
	if redis.call('EXISTS', to) == 0 then
		redis.call('RENAME', from, to)
		return
	end
	local function oldest(key)
		local added = redis.pcall('HGET', base .. redis.call('LINDEX', key, -1), 'timestamp')
		return type(added) == 'string' and tonumber(added) or 0
	end
	local older, newer = from, to
	if oldest(to) < oldest(from) then
		older, newer = to, from
	end
	local result
	if redis.call('LLEN', newer) <= redis.call('LLEN', older) then
		result = older
		while redis.call('RPOPLPUSH', newer, older) do
		end
	else
		result = newer
		local jobId = redis.call('LPOP', older)
		while jobId do
			redis.call('RPUSH', newer, jobId)
			jobId = redis.call('LPOP', older)
		end
	end
	if result ~= to then
		redis.call('RENAME', result, to)
	end
end
