--@include baseOf
--@include whole
-- Reads the sizes of the lanes a script is going to change, so that a key of the wrong type is found before anything is
-- written. Changes are collected in the result and written by closeQueue.
local function openQueue(anchor, now, lanes)
	local base = baseOf(anchor)
	local queue = { base = base, now = now, nowMs = tonumber(now), counts = {}, entered = {}, left = {}, changed = {}, readyChanged = false }
	for _, lane in ipairs(lanes) do
		local sorted = lane == 'active' or lane == 'delayed'
		queue.counts[lane] = redis.call(sorted and 'ZCARD' or 'LLEN', base .. ':' .. lane)
		queue.entered[lane] = {}
		queue.left[lane] = {}
	end
	queue.groupWaiting = whole(redis.call('HGET', base .. ':stats', 'group_waiting'))
	return queue
end
