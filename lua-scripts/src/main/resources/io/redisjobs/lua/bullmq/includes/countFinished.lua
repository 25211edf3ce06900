-- Counts finished jobs by the minute, the newest of at most maxPoints minutes first.
local function countFinished(base, state, amount, maxPoints, now)
	local key = base .. 'metrics:' .. state
	local before = redis.call('HINCRBY', key, 'count', amount) - amount
	local previous = redis.call('HMGET', key, 'prevTS', 'prevCount')
	if not previous[1] then
		redis.call('HSET', key, 'prevTS', now, 'prevCount', 0)
		return
	end
	local minutes = math.min(math.floor(now / 60000) - math.floor(tonumber(previous[1]) / 60000), maxPoints)
	if minutes < 1 then
		return
	end
	local points = { before - (tonumber(previous[2]) or 0) }
	while minutes > #points do
		points[#points + 1] = 0
	end
	for from = 1, #points, 1000 do
		redis.call('LPUSH', key .. ':data', unpack(points, from, math.min(from + 999, #points)))
	end
	redis.call('LTRIM', key .. ':data', 0, maxPoints - 1)
	redis.call('HSET', key, 'prevCount', before, 'prevTS', now)
end
