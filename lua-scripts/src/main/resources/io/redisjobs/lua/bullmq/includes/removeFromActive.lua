--@include dropFromActive
-- Takes ids without a problem out of active, and of the stalled ones. Those that are not there become a problem, and
-- their locks go. Jobs that end are mostly the oldest in the list, so its end is looked at first. Returns the problems.
local function removeFromActive(base, jobIds, problems)
	local leaving, count = {}, 0
	local ids = {}
	for i = 1, #jobIds do
		if not (problems and problems[i]) then
			count = count + 1
			ids[count] = jobIds[i]
			leaving[jobIds[i]] = i
		end
	end
	if count == 0 then
		return problems
	end
	local active = base .. 'active'
	-- first, because it fails where the key is of the wrong type, and nothing has left active yet
	redis.call('SREM', base .. 'stalled', unpack(ids))
	local oldest = redis.call('RPOP', active, count) or {}
	local left, others = count, nil
	for i = 1, #oldest do
		if leaving[oldest[i]] then
			leaving[oldest[i]] = nil
			left = left - 1
		else
			others = others or {}
			table.insert(others, 1, oldest[i])
		end
	end
	if others then
		redis.call('RPUSH', active, unpack(others))
	end
	if left > 0 then
		for jobId, i in pairs(leaving) do
			if not dropFromActive(base, jobId) then
				problems = problems or {}
				problems[i] = 'notActive'
				redis.call('DEL', base .. jobId .. ':lock')
			end
		end
	end
	return problems
end
