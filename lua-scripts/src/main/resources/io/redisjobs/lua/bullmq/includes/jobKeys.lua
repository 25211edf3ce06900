-- Appends the key of a job and of what belongs to it.
local function jobKeys(jobKey, keys)
	local n = #keys
	keys[n + 1] = jobKey
	keys[n + 2] = jobKey .. ':logs'
	keys[n + 3] = jobKey .. ':dependencies'
	keys[n + 4] = jobKey .. ':processed'
	keys[n + 5] = jobKey .. ':failed'
	keys[n + 6] = jobKey .. ':unsuccessful'
	return keys
end
