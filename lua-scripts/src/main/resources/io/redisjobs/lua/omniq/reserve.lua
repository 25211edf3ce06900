-- Leases jobs in the contract's turn: grouped and ungrouped lane alternate, groups take turns within their limits.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
--   last memory   the memory of the call's lane (see once)
-- ARGV
--   1 now   time in ms, 0 for the server's clock
--   2 max   the most jobs to lease
--   last call   the number of the call in its lane
-- Derived keys
--   `{queue}:job:<id>`, paused, wait, active, delayed, `g:<gid>:*`, groups:ready, lane:rr, lease:seq, idx:*, stats
-- Reply
--   PAUSED
--   or EMPTY, ms until the next delayed job is due or '', 1 if the queue has groups else 0, the ids dropped, due time of the next
--     delayed job or '', 1 if the queue has had delayed jobs else 0
--   or JOBS, the time the leases begin, '', the ids dropped, then for each job {id, payload, lock until, attempt, max attempts,
--     gid, token}
--@include once
--@include clock
--@include openQueue
--@include closeQueue
--@include grant
--@include reservation
--@include withoutPayloads
--@include withPayloads
local anchor = KEYS[1]
local now = clock(ARGV[1])
local max = tonumber(ARGV[2])

return once(function()
	local queue = openQueue(anchor, now, { 'wait', 'active' })
	if redis.call('EXISTS', queue.base .. ':paused') == 1 then
		return { 'PAUSED' }
	end
	local granted, dropped = grant(queue, max)
	closeQueue(queue, #granted > 0 and { 'last_reserve_ms' } or {})
	local reply = reservation(queue, granted, dropped)
	return reply, withoutPayloads(reply, 1)
end, function(remembered)
	return withPayloads(baseOf(anchor), remembered, 1)
end)
