-- Counts that a job goes back for another worker. Returns how often it has by now, and for how many ms it waits: the pause
-- at first, twice as long each time, twelve pauses at most. Returns nothing where the count says that it went back often
-- enough; that is remembered for a minute more, for a call that is sent again.
local function handBack(count, most, pause, rememberFor)
	if (tonumber(redis.call('GET', count) or 0) or 0) >= most then
		redis.call('PEXPIRE', count, 60000)
		return nil
	end
	local times = redis.call('INCR', count)
	redis.call('PEXPIRE', count, rememberFor)
	return times, pause * math.min(2 ^ math.min(times - 1, 10), 12)
end
