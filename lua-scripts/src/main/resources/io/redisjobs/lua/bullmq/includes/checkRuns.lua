-- Tells for each job whether it is still this run's and may be completed; reads only. Returns whether a job of them has
-- children that are pending or failed.
local function checkRuns(base, jobs)
	local hashes, locks, blockers = {}, {}, {}
	for i, job in ipairs(jobs) do
		hashes[i] = base .. job.id
		locks[i] = hashes[i] .. ':lock'
		blockers[2 * i - 1] = hashes[i] .. ':dependencies'
		blockers[2 * i] = hashes[i] .. ':unsuccessful'
	end
	local allExist = redis.call('EXISTS', unpack(hashes)) == #jobs
	local someBlocked = redis.call('EXISTS', unpack(blockers)) > 0
	local holders = redis.call('MGET', unpack(locks))
	for i, job in ipairs(jobs) do
		if not allExist and redis.call('EXISTS', hashes[i]) == 0 then
			job.state = 'gone'
		elseif someBlocked and redis.call('SCARD', blockers[2 * i - 1]) > 0 then
			job.state = 'pendingChildren'
		elseif someBlocked and redis.call('ZCARD', blockers[2 * i]) > 0 then
			job.state = 'failedChildren'
		elseif holders[i] ~= job.token then
			job.state = holders[i] and 'otherLock' or 'noLock'
		else
			job.state = 'completed'
		end
	end
	return someBlocked
end
