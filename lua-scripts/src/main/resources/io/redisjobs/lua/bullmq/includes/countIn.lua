-- Adds to a counter in a job's hash; one that is no whole number counts as none. Returns the sum.
local function countIn(jobKey, field, amount)
	local sum = redis.pcall('HINCRBY', jobKey, field, amount)
	if type(sum) == 'table' then
		sum = math.max(0, amount)
		redis.call('HSET', jobKey, field, sum)
	end
	return sum
end
