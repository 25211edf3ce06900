--@include callMany
--@include leaveLane
-- Forgets the oldest finished jobs beyond those to keep, at most a thousand in one call; a negative number keeps all.
-- Other clients let a given id be used again at once: such a job is not forgotten with its predecessor.
local function trimLane(queue, lane, keep)
	local surplus = queue.counts[lane] - keep
	if keep < 0 or surplus <= 0 then
		return
	end
	local ids = redis.call('RPOP', queue.base .. ':' .. lane, math.min(surplus, 1000)) or {}
	local jobs = {}
	for _, id in ipairs(ids) do
		leaveLane(queue, lane, id, '')
		local job = queue.base .. ':job:' .. id
		if redis.pcall('HGET', job, 'state') == lane then
			jobs[#jobs + 1] = job
		end
	end
	for first = 1, #jobs, 500 do
		redis.call('DEL', unpack(jobs, first, math.min(first + 499, #jobs)))
	end
end
