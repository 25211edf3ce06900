-- A stored number, or 0 where another client has stored something else or out of all proportion.
local function whole(stored)
	local number = tonumber(stored or 0) or 0
	if number > -1e13 and number < 1e13 then
		return math.floor(number)
	end
	return 0
end
