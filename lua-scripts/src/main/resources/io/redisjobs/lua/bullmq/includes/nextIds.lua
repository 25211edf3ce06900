-- Up to count ids that are next in line: those in wait first, oldest first, then by priority. Returns them, how many of
-- them are in wait, and whether there are no others by priority.
local function nextIds(base, count)
	local waiting = redis.call('LRANGE', base .. 'wait', -count, -1)
	local missing = count - #waiting
	local prioritized = missing > 0 and redis.call('ZRANGE', base .. 'prioritized', 0, missing - 1) or {}
	local ids = {}
	for i = #waiting, 1, -1 do
		ids[#ids + 1] = waiting[i]
	end
	for i = 1, #prioritized do
		ids[#ids + 1] = prioritized[i]
	end
	return ids, #waiting, #prioritized < missing
end
