-- Deletes jobs from a lane. Nothing of a job is touched unless it is in that lane.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
-- ARGV
--   1 now    time in ms, 0 for the server's clock
--   2 lane   wait, gwait, delayed, failed or completed
--   3.. for each job: id
-- Derived keys
--   `{queue}:job:<id>`, active, the lane, `g:<gid>:wait`, groups:ready, idx:*, stats
-- Reply
--   for each id OK, NO_JOB, ACTIVE, LANE_MISMATCH or NOT_IN_LANE
--@include clock
--@include openQueue
--@include closeQueue
--@include removeFromLane
local anchor = KEYS[1]
local now = clock(ARGV[1])
local lane = ARGV[2]
local FIRST_ID = 3

local grouped = lane == 'gwait'
local state = grouped and 'wait' or lane
local queue = openQueue(anchor, now, { state })
local base = queue.base

local function remove(id)
	local job = base .. ':job:' .. id
	local stored = redis.pcall('HMGET', job, 'state', 'gid')
	if not stored[1] then
		return 'NO_JOB'
	elseif redis.call('ZSCORE', base .. ':active', id) then
		return 'ACTIVE'
	elseif stored[1] ~= state or (grouped and not stored[2]) then
		return 'LANE_MISMATCH'
	end
	-- a grouped job is not in the ungrouped line, whatever its state says
	local gid = grouped and stored[2] or ''
	if not removeFromLane(queue, id, state, gid) then
		return 'NOT_IN_LANE'
	end
	redis.call('DEL', job)
	return 'OK'
end

local reply = {}
for at = FIRST_ID, #ARGV do
	reply[#reply + 1] = remove(ARGV[at])
end
closeQueue(queue, {})
return reply
