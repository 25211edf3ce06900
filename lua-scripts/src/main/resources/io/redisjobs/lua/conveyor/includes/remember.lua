-- Remembers a job that is on its way to a worker, so that others may wait for it: the latest 100,000 of them.
local function remember(known, uuid)
	redis.call('ZADD', known, redis.call('TIME')[1], uuid)
	local over = redis.call('ZCARD', known) - 100000
	if over > 0 then
		redis.call('ZPOPMIN', known, math.min(over, 10))
	end
end
