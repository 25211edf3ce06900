--@include readJob
-- Makes the reply of a call that took jobs out of what is remembered of it. Jobs whose lock is still the call's are read
-- again, and their locks last as long as when they were taken.
local function takenBefore(base, worker, remembered)
	local jobs = {}
	for _, jobId in ipairs(remembered[3]) do
		local lock = base .. jobId .. ':lock'
		if redis.pcall('GET', lock) == worker.token and readJob(base, jobId, jobs, true) then
			redis.call('PEXPIRE', lock, worker.lease)
		end
	end
	remembered[3] = jobs
	return remembered
end
