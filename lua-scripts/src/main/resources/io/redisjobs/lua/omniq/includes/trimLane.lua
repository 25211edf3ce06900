--@include callMany
--@include leaveLane
-- Forgets the oldest finished jobs beyond those to keep, at most a thousand in one call; a negative number keeps all.
local function trimLane(queue, lane, keep)
	local surplus = queue.counts[lane] - keep
	if keep < 0 or surplus <= 0 then
		return
	end
	local ids = redis.call('RPOP', queue.base .. ':' .. lane, math.min(surplus, 1000)) or {}
	local jobs = {}
	for _, id in ipairs(ids) do
		leaveLane(queue, lane, id, '')
		jobs[#jobs + 1] = queue.base .. ':job:' .. id
	end
	for first = 1, #jobs, 500 do
		redis.call('DEL', unpack(jobs, first, math.min(first + 499, #jobs)))
	end
end
