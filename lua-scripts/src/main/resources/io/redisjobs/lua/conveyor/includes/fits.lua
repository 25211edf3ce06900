-- Whether a key is of the type that a command (LLEN, SCARD, ..) counts, or is not there at all.
local function fits(command, key)
	return type(redis.pcall(command, key)) == 'number'
end
