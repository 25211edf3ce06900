-- The last key of a call is its lane's memory and its last argument its number there. Both are taken away here, so that
-- KEYS and ARGV are what the script's header says.
local callMemory, callNumber = table.remove(KEYS), table.remove(ARGV)
-- Does a call's work once, however often the call is sent. The same call again gets the reply it got, an older one of
-- the lane an error. If work returns a second value, that is remembered instead of the reply, and again makes a reply of
-- it: payloads are not kept twice.
local function once(work, again)
	local known = redis.call('GET', callMemory)
	if known then
		local gap = string.find(known, ' ', 1, true)
		local latest = string.sub(known, 1, gap - 1)
		if latest == callNumber then
			local remembered = cmsgpack.unpack(string.sub(known, gap + 1))
			return again and again(remembered) or remembered
		end
		if tonumber(latest) > tonumber(callNumber) then
			return redis.error_reply('STALECALL This call was answered, and the lane has gone on to another')
		end
	end
	local reply, remembered = work()
	-- this fails only where nothing has been written before, and then there is nothing to be done twice
	redis.pcall('SET', callMemory, callNumber .. ' ' .. cmsgpack.pack(remembered or reply), 'PX', '300000')
	return reply
end
