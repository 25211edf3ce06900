-- The prefix that all keys of a queue share.
local function baseOf(anchor)
	if string.sub(anchor, -5) == ':meta' then
		return string.sub(anchor, 1, -6)
	end
	return anchor
end
