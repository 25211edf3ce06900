-- A whole number as text, never in scientific notation.
local function decimal(number)
	return string.format('%.0f', number)
end
