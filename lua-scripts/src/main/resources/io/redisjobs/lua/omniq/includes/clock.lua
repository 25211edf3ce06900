-- The caller's milliseconds, or the server's own where the caller sends 0.
local function clock(given)
	if given ~= '0' then
		return given
	end
	local time = redis.call('TIME')
	return string.format('%d%03d', time[1], math.floor(tonumber(time[2]) / 1000))
end
