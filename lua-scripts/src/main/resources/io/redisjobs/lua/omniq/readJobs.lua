-- Reads jobs by their ids.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
-- ARGV
--   1.. for each job: id
-- Derived keys
--   `{queue}:job:<id>`
-- Reply
--   for each id the fields and values of its hash, empty if there is none
--@include baseOf
local anchor = KEYS[1]
local FIRST_ID = 1

local base = baseOf(anchor)
local reply = {}
for at = FIRST_ID, #ARGV do
	local job = redis.pcall('HGETALL', base .. ':job:' .. ARGV[at])
	reply[#reply + 1] = job.err and {} or job
end
return reply
