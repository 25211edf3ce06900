-- Reads a page of the jobs of a lane in the order they came into it.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
-- ARGV
--   1 lane    wait, active, delayed, failed or completed
--   2 skip    how many to skip
--   3 max     the most to read
--   4 order   newest or oldest, which come first
-- Derived keys
--   `{queue}:idx:<lane>`, `{queue}:job:<id>`
-- Reply
--   for each job the fields and values of its hash; ids without a job are left out
--@include baseOf
local anchor = KEYS[1]
local lane = ARGV[1]
local skip = tonumber(ARGV[2])
local max = tonumber(ARGV[3])
local order = ARGV[4]

local base = baseOf(anchor)
local command = order == 'newest' and 'ZREVRANGE' or 'ZRANGE'
local reply = {}
for _, id in ipairs(redis.call(command, base .. ':idx:' .. lane, skip, skip + max - 1)) do
	local job = redis.pcall('HGETALL', base .. ':job:' .. id)
	if not job.err and #job > 0 then
		reply[#reply + 1] = job
	end
end
return reply
