-- Makes a reply of what is remembered of it, see withoutPayloads. A job that has another token by now is left out.
local function withPayloads(base, remembered, from)
	if remembered[from] ~= 'JOBS' then
		return remembered
	end
	local leased = table.remove(remembered)
	for i = 1, #leased, 2 do
		local stored = redis.pcall('HMGET', base .. ':job:' .. leased[i], 'payload', 'lock_until_ms', 'attempt', 'max_attempts',
			'gid', 'lease_token')
		if stored[1] and stored[6] == leased[i + 1] then
			remembered[#remembered + 1] = { leased[i], stored[1], stored[2], stored[3], stored[4] or '1', stored[5] or '',
				leased[i + 1] }
		end
	end
	return remembered
end
