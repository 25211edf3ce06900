-- Adds a line to a job's log.
-- KEYS
--   1 the prefix of the queue's keys, such as bull:emails:   2 the memory of the call's lane (see once)
-- ARGV
--   1 id   2 line   3 how many lines to keep or ''
--   last: the number of the call in its lane
-- Derived keys: the job's hash and :logs
-- Reply: 1 a word (added, gone)   2 how many lines there are
--@include once
local base = KEYS[1]
local jobKey = base .. ARGV[1]
local line = ARGV[2]
local keep = tonumber(ARGV[3])
return once(function()
	if redis.call('EXISTS', jobKey) == 0 then
		return { 'gone', 0 }
	end
	local lines = redis.call('RPUSH', jobKey .. ':logs', line)
	if keep then
		if keep > 0 then
			redis.call('LTRIM', jobKey .. ':logs', -keep, -1)
		else
			redis.call('DEL', jobKey .. ':logs')
		end
		lines = math.min(lines, keep)
	end
	return { 'added', lines }
end)
