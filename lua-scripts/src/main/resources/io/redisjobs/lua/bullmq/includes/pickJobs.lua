--@include nextIds
--@include readJob
-- Moves jobs that are next in line to active: at most count, and no further one after a MiB of them. Once there is one that
-- a worker has had before, no more than slots: it might be lost again before it is started, and fail for it. A job is in
-- active before it leaves where it was, so that an error on the way loses none. Appends them to the jobs as readJob does,
-- and ids that stand for no job to unknown. Returns whether anything was moved or dropped.
local function pickJobs(base, count, slots, jobs, unknown)
	local active, wait = base .. 'active', base .. 'wait'
	if count == 1 and slots > 0 then
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
	local picked, seen, bytes, looked, most = {}, {}, 0, 0, count
	while looked < #ids and #picked < most and bytes <= 1048576 do
		local jobId = ids[looked + 1]
		-- one that is in line twice would run twice at a time under one lock
		if not seen[jobId] then
			seen[jobId] = true
			local size, before = readJob(base, jobId, jobs)
			if before and #picked >= slots then
				for _ = 1, 7 do
					table.remove(jobs)
				end
				break
			end
			if size then
				picked[#picked + 1] = jobId
				bytes = bytes + size
				most = before and slots or most
			else
				unknown[#unknown + 1] = jobId
			end
		end
		looked = looked + 1
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
	return looked > 0
end
