-- Reads groups that are ready to be served, in their order, or the given ones.
--
-- KEYS
--   1 anchor   `{queue}:meta`, of which the other keys are derived
-- ARGV
--   1 max   the most groups to read
--   2.. for each group: gid; without any, those that are ready are read
-- Derived keys
--   groups:ready, `g:<gid>:wait`, `g:<gid>:inflight`, `g:<gid>:limit`
-- Reply
--   for each group {gid, inflight, limit, waiting, ready score or ''}
--@include baseOf
--@include groupSlots
local anchor = KEYS[1]
local max = tonumber(ARGV[1])
local FIRST_GID = 2

local queue = { base = baseOf(anchor) }
local ready = queue.base .. ':groups:ready'
local gids = {}
for at = FIRST_GID, #ARGV do
	gids[#gids + 1] = ARGV[at]
end
if #gids == 0 then
	gids = redis.call('ZRANGE', ready, 0, max - 1)
end
local reply = {}
for i, gid in ipairs(gids) do
	local inflight, limit = groupSlots(queue, gid)
	reply[i] = { gid, inflight, limit,
		redis.call('LLEN', queue.base .. ':g:' .. gid .. ':wait'), redis.call('ZSCORE', ready, gid) or '' }
end
return reply
