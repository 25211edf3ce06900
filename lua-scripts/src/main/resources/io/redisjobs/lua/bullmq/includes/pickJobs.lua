--@include nextIds
--@include readJob
-- Moves jobs that are next in line to active: at most count, and no further one after a MiB of them. A job is in active
-- before it leaves where it was, so that an error on the way loses none. Appends them to the jobs as readJob does, and
-- ids that stand for no job to unknown. Returns whether there was anything in line.
local function pickJobs(base, count, jobs, unknown)
	local active, wait = base .. 'active', base .. 'wait'
	if count == 1 then
		local jobId = redis.call('RPOPLPUSH', wait, active)
		if jobId then
			if not readJob(base, jobId, jobs) then
				redis.call('LREM', active, 1, jobId)
				unknown[#unknown + 1] = jobId
			end
			return true
		end
	end
	local ids, waiting, last = nextIds(base, count)
	local picked, seen, bytes, looked = {}, {}, 0, 0
	while looked < #ids and bytes <= 1048576 do
		looked = looked + 1
		local jobId = ids[looked]
		-- one that is in line twice would run twice at a time under one lock
		if not seen[jobId] then
			seen[jobId] = true
			local size = readJob(base, jobId, jobs)
			if size then
				picked[#picked + 1] = jobId
				bytes = bytes + size
			else
				unknown[#unknown + 1] = jobId
			end
		end
	end
	if #picked > 0 then
		redis.call('LPUSH', active, unpack(picked))
	end
	if waiting > 0 and looked > 0 then
		redis.call('LTRIM', wait, 0, -math.min(waiting, looked) - 1)
	end
	if looked > waiting then
		redis.call('ZREM', base .. 'prioritized', unpack(ids, waiting + 1, looked))
	end
	if last and looked == #ids then
		redis.call('DEL', base .. 'pc')
	end
	return #ids > 0
end
