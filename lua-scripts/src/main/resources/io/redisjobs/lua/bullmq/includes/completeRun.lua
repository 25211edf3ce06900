--@include readParent
--@include childCompleted
--@include tellParent
--@include freeDeduplication
--@include jobKeys
-- Writes the result of a run that has left active. What can be done for many at once is noted in the batch. Returns nil,
-- or a word: gone if it could not be written, untoldParent and its key if its parent could not be told.
local function completeRun(batch, job)
	local jobId, jobKey, result, rule, stored = job.id, job.key, job.result, job.rule, job.stored
	local garbage = batch.garbage
	local n = #garbage
	garbage[n + 1] = jobKey .. ':lock'
	if stored.err then
		-- something else has taken the job's key
		return 'gone'
	end
	if rule.keep ~= 0 then
		redis.call('HSET', jobKey, 'atm', rule.attempts + 1, 'returnvalue', result, 'finishedOn', batch.nowText)
		batch.kept[#batch.kept + 1] = batch.nowText
		batch.kept[#batch.kept + 1] = jobId
		if rule.keep or rule.age then
			batch.rules[(rule.keep or '') .. ':' .. (rule.age or '')] = rule
		end
	elseif batch.someBlocked then
		jobKeys(jobKey, garbage)
	else
		-- of no job in the batch are there pending or failed children
		garbage[n + 2] = jobKey
		garbage[n + 3] = jobKey .. ':logs'
		garbage[n + 4] = jobKey .. ':processed'
		garbage[n + 5] = jobKey .. ':failed'
	end
	if stored[1] then
		freeDeduplication(batch.queue, stored[1], jobId, batch.now)
	end
	local parent = stored[2] and readParent(stored[2], stored[3])
	local told = not parent or tellParent(childCompleted, parent, jobKey, result, batch.now)
	redis.call('XADD', batch.queue.events, '*', 'event', 'completed', 'jobId', jobId, 'returnvalue', result, 'prev',
			'active')
	return not told and 'untoldParent ' .. parent.key or nil
end
