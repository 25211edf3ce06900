-- Tells which jobs are not this run's any more or may not be completed; reads only. Returns a word for each of those by
-- its place, or nil if there is none, and whether a job has children that are pending or failed.
local function checkRuns(keys, tokens)
	local locks, blockers = {}, {}
	for i = 1, #keys do
		local key = keys[i]
		locks[i] = key .. ':lock'
		blockers[2 * i - 1] = key .. ':dependencies'
		blockers[2 * i] = key .. ':unsuccessful'
	end
	local allExist = redis.call('EXISTS', unpack(keys)) == #keys
	local someBlocked = redis.call('EXISTS', unpack(blockers)) > 0
	local holders = redis.call('MGET', unpack(locks))
	local problems
	local function note(i, word)
		problems = problems or {}
		problems[i] = word
	end
	for i = 1, #keys do
		if not allExist and redis.call('EXISTS', keys[i]) == 0 then
			note(i, 'gone')
		elseif holders[i] ~= tokens[i] then
			note(i, holders[i] and 'otherLock' or 'noLock')
		elseif someBlocked and redis.pcall('SCARD', blockers[2 * i - 1]) ~= 0 then
			note(i, 'pendingChildren')
		elseif someBlocked and redis.pcall('ZCARD', blockers[2 * i]) ~= 0 then
			note(i, 'failedChildren')
		end
	end
	return problems, someBlocked
end
