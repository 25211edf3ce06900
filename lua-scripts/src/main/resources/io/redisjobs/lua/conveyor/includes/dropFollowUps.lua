-- Removes the children and heirs that a run has added, because the next run adds them again; those that were there
-- before the run stay.
local function dropFollowUps(jobKey, uuid, given)
	local before = redis.call('HGET', given, uuid)
	local children, heirs = 0, 0
	if before then
		children, heirs = string.match(before, '^(%d+) (%d+)$')
	end
	for suffix, kept in pairs({ [':children'] = tonumber(children), [':onComplete'] = tonumber(heirs) }) do
		if kept > 0 then
			redis.call('LTRIM', jobKey .. suffix, -kept, -1)
		else
			redis.call('DEL', jobKey .. suffix)
		end
	end
end
