--@include callMany
-- Takes ids out of a lane's time index that are no longer in the lane: clients that keep no index leave them there. Answers
-- where to go on, how many were looked at and how many taken out; tells visit() the group of each that waits.
local function sweepIndex(base, lane, cursor, max, visit)
	local index = base .. ':idx:' .. lane
	local scanned = redis.call('ZSCAN', index, cursor, 'COUNT', max)
	local stale = {}
	for i = 1, #scanned[2], 2 do
		local id = scanned[2][i]
		if lane == 'active' then
			-- not by its state: a running job that another client has published again says that it waits
			if not redis.call('ZSCORE', base .. ':active', id) then
				stale[#stale + 1] = id
			end
		else
			local stored = redis.pcall('HMGET', base .. ':job:' .. id, 'state', 'gid')
			if stored[1] ~= lane then
				stale[#stale + 1] = id
			elseif lane == 'wait' and stored[2] and stored[2] ~= '' then
				visit(stored[2])
			end
		end
	end
	callMany('ZREM', index, stale)
	return scanned[1], #scanned[2] / 2, #stale
end
