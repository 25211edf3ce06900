-- Reads jobs by their ids.
-- KEYS: 1 anchor `{queue}:meta`
-- ARGV: the ids
-- Derived keys: `{queue}:job:<id>`
-- Reply: for each id the fields and values of its hash, empty if there is none
--@include baseOf
local anchor = KEYS[1]

local base = baseOf(anchor)
local reply = {}
for i = 1, #ARGV do
	local job = redis.pcall('HGETALL', base .. ':job:' .. ARGV[i])
	reply[i] = job.err and {} or job
end
return reply
