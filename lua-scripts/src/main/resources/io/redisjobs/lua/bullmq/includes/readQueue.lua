--@include wholeNumber
-- Reads what meta says of the queue. Limits that others have written may be any number.
local function readQueue(base)
	local function limit(text)
		local number = tonumber(text)
		return number == number and number and math.ceil(number) or nil
	end
	local fields = redis.call('HMGET', base .. 'meta', 'paused', 'concurrency', 'max', 'duration', 'opts.maxLenEvents')
	local paused = fields[1] ~= false
	local max = limit(fields[3])
	local duration = wholeNumber(fields[4], 2 ^ 50)
	return {
		base = base,
		events = base .. 'events',
		paused = paused,
		target = base .. (paused and 'paused' or 'wait'),
		concurrency = limit(fields[2]),
		max = max and math.max(1, max),
		duration = duration > 0 and duration or nil,
		maxEvents = fields[5]
	}
end
