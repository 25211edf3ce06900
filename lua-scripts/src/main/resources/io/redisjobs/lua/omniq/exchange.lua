-- Acknowledges successes, puts delayed jobs that are due in line, and leases the next jobs, in one call.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
--   last memory   the memory of the call's lane (see once)
-- ARGV
--   1 now             time in ms, 0 for the server's clock
--   2 completedKeep   how many completed jobs are kept, negative for all
--   3 max             the most jobs to lease
--   4 maxPromote      the most delayed jobs to put in line
--   5.. for each success: id, token
--   last call   the number of the call in its lane
-- Derived keys
--   those of ackSuccess, promoteDelayed and reserve
-- Reply
--   {OK or an error code for each success}, then the reply of reserve
--@include once
--@include clock
--@include openQueue
--@include closeQueue
--@include complete
--@include promote
--@include grant
--@include reservation
--@include withoutPayloads
--@include withPayloads
local anchor = KEYS[1]
local now = clock(ARGV[1])
local completedKeep = tonumber(ARGV[2])
local max = tonumber(ARGV[3])
local maxPromote = tonumber(ARGV[4])
local FIRST_SUCCESS = 5

return once(function()
	local queue = openQueue(anchor, now, { 'wait', 'active', 'delayed', 'completed' })
	local outcomes, completed = {}, 0
	if #ARGV >= FIRST_SUCCESS then
		outcomes, completed = complete(queue, ARGV, FIRST_SUCCESS, completedKeep)
	end
	local paused = redis.call('EXISTS', queue.base .. ':paused') == 1
	if queue.counts.delayed > 0 then
		promote(queue, maxPromote)
	end
	local granted, dropped = {}, {}
	if not paused and max > 0 then
		granted, dropped = grant(queue, max)
	end
	local stamps = {}
	if completed > 0 then
		stamps[1] = 'last_finish_ms'
	end
	if #granted > 0 then
		stamps[#stamps + 1] = 'last_reserve_ms'
	end
	closeQueue(queue, stamps)
	if paused then
		return { outcomes, 'PAUSED' }
	end
	local reply = reservation(queue, granted, dropped)
	table.insert(reply, 1, outcomes)
	return reply, withoutPayloads(reply, 2)
end, function(remembered)
	return withPayloads(baseOf(anchor), remembered, 2)
end)
