--@include wholeNumber
-- Reads the priority of a job, 0 for none.
local function readPriority(jobKey)
	local priority = redis.pcall('HGET', jobKey, 'priority')
	return type(priority) == 'string' and wholeNumber(priority, 2097152) or 0
end
