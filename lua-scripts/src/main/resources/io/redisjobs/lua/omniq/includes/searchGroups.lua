-- Searches a piece of the key space for groups of the queue and tells found() of each. Answers where to go on; where the
-- server does not allow it, groups are found by their jobs only.
local function searchGroups(base, cursor, max, found)
	local prefix = base .. ':g:'
	-- a name of a queue has no characters that mean something in a pattern
	local scanned = redis.pcall('SCAN', cursor, 'MATCH', prefix .. '*', 'COUNT', max)
	if scanned.err then
		return '0'
	end
	for _, key in ipairs(scanned[2]) do
		local gid, what = string.match(string.sub(key, #prefix + 1), '^(.+):(%a+)$')
		if what == 'wait' or what == 'inflight' then
			found(gid)
		end
	end
	return scanned[1]
end
