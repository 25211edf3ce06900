-- What is remembered of a reply that has a reservation from an index on: ids and tokens in place of the jobs.
local function withoutPayloads(reply, from)
	if reply[from] ~= 'JOBS' then
		return nil
	end
	local remembered = { unpack(reply, 1, from + 3) }
	local leased = {}
	for i = from + 4, #reply do
		leased[#leased + 1] = reply[i][1]
		leased[#leased + 1] = reply[i][7]
	end
	remembered[from + 4] = leased
	return remembered
end
