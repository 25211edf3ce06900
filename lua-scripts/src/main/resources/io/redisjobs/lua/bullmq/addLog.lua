-- Adds a line to a job's log.
--
-- KEYS
--   1 base       the prefix of the queue's keys, such as bull:emails:
--   last memory  the memory of the call's lane (see once)
-- ARGV
--   1 jobId    the job
--   2 line     the line
--   3 keep     how many lines to keep or ''
--   last call  the number of the call in its lane
-- Derived keys
--   the job's hash and :logs
-- Reply
--   1 a word: added, gone
--   2 how many lines there are
--@include once
local base = KEYS[1]
local jobId, line = ARGV[1], ARGV[2]
local keep = tonumber(ARGV[3])
local jobKey = base .. jobId
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
