-- Reads a number that others have written: without its fraction, at most highest, and 0 if it is none or less than 1.
local function wholeNumber(text, highest)
	local number = tonumber(text) or 0
	return number >= 1 and math.floor(math.min(number, highest)) or 0
end
