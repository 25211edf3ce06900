-- Acknowledges jobs that succeeded. The newest completed jobs are kept, older ones forgotten.
-- KEYS: 1 anchor `{queue}:meta`, 2 the memory of the call's lane (see once)
-- ARGV: 1 now (0 = the server's clock), 2 completed jobs to keep (negative = all), then id and token of each job,
--   last the number of the call in its lane
-- Derived keys: `{queue}:job:<id>`, active, completed, `g:<gid>:*`, groups:ready, idx:*, stats
-- Reply: for each job OK, TOKEN_REQUIRED, TOKEN_MISMATCH or NOT_ACTIVE
--@include once
--@include clock
--@include openQueue
--@include closeQueue
--@include complete
local anchor = KEYS[1]
local now = clock(ARGV[1])
local completedKeep = tonumber(ARGV[2])

return once(function()
	local queue = openQueue(anchor, now, { 'active', 'completed' })
	local outcomes = complete(queue, ARGV, 3, completedKeep)
	closeQueue(queue, { 'last_finish_ms' })
	return outcomes
end)
