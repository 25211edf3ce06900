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
		local jobIds = redis.call('LRANGE', newer, -1000, -1)
		while #jobIds > 0 do
			local oldestFirst = {}
			for i = #jobIds, 1, -1 do
				oldestFirst[#oldestFirst + 1] = jobIds[i]
			end
			redis.call('LPUSH', older, unpack(oldestFirst))
			redis.call('LTRIM', newer, 0, -#jobIds - 1)
			jobIds = redis.call('LRANGE', newer, -1000, -1)
		end
	else
		result = newer
		local jobIds = redis.call('LRANGE', older, 0, 999)
		while #jobIds > 0 do
			redis.call('RPUSH', newer, unpack(jobIds))
			redis.call('LTRIM', older, #jobIds, -1)
			jobIds = redis.call('LRANGE', older, 0, 999)
		end
	end
	if result ~= to then
		redis.call('RENAME', result, to)
	end
end
