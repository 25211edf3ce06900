-- Runs a command with any number of values; pairs of values stay together.
local function callMany(command, key, values)
	for first = 1, #values, 500 do
		redis.call(command, key, unpack(values, first, math.min(first + 499, #values)))
	end
end
