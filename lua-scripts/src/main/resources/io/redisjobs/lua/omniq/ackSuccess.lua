-- Acknowledges jobs that succeeded. The newest completed jobs are kept, older ones forgotten.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
--   last memory   the memory of the call's lane (see once)
-- ARGV
--   1 now             time in ms, 0 for the server's clock
--   2 completedKeep   how many completed jobs are kept, negative for all
--   3.. for each job: id, token
--   last call   the number of the call in its lane
-- Derived keys
--   `{queue}:job:<id>`, active, completed, `g:<gid>:*`, groups:ready, idx:*, stats
-- Reply
--   for each job OK, TOKEN_REQUIRED, TOKEN_MISMATCH or NOT_ACTIVE
--@include once
--@include clock
--@include openQueue
--@include closeQueue
--@include complete
local anchor = KEYS[1]
local now = clock(ARGV[1])
local completedKeep = tonumber(ARGV[2])
local FIRST_SUCCESS = 3

return once(function()
	local queue = openQueue(anchor, now, { 'active', 'completed' })
	local outcomes = complete(queue, ARGV, FIRST_SUCCESS, completedKeep)
	closeQueue(queue, { 'last_finish_ms' })
	return outcomes
end)
