--@include childCompleted
--@include tellParent
--@include freeDeduplication
--@include jobKeys
-- Writes the result of a run that has left active. What can be done for many at once is noted in the batch. Returns nil,
-- or a word: gone if it could not be written, untoldParent if its parent could not be told.
local function completeRun(batch, jobId, jobKey, result, rule)
	local garbage = batch.garbage
	local n = #garbage
	garbage[n + 1] = jobKey .. ':lock'
	if rule.keep ~= 0 then
		local written = redis.pcall('HSET', jobKey, 'atm', rule.attempts + 1, 'returnvalue', result, 'finishedOn',
				batch.nowText)
		if type(written) == 'table' then
			-- something else has taken the job's key
			return 'gone'
		end
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
	local base = batch.queue.base
	if rule.deduplication then
		freeDeduplication(base, rule.deduplication, jobId)
	end
	local told = true
	if rule.parentQueue then
		local parent = { queue = rule.parentQueue, id = rule.parentId, key = rule.parentQueue .. ':' .. rule.parentId }
		told = tellParent(childCompleted, parent, jobKey, result, batch.now)
	end
	redis.call('XADD', batch.queue.events, '*', 'event', 'completed', 'jobId', jobId, 'returnvalue', result, 'prev',
			'active')
	return not told and 'untoldParent' or nil
end
