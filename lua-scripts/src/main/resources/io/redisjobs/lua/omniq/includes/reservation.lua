--@include decimal
-- The reply to taking jobs: a word, the time the leases begin or how long it is until the next delayed job is due, whether
-- the queue has groups, the dropped ids, and the jobs; or, if there are none, when the next delayed job is due and whether
-- the queue has had delayed jobs.
local function reservation(queue, granted, dropped)
	local base = queue.base
	if #granted > 0 then
		return { 'JOBS', queue.now, '', dropped, unpack(granted) }
	end
	local due = redis.call('ZRANGE', base .. ':delayed', 0, 0, 'WITHSCORES')
	local wait = due[2] and decimal(math.min(math.max(1, tonumber(due[2]) - queue.nowMs), 1e12)) or ''
	return { 'EMPTY', wait, redis.call('EXISTS', base .. ':has_groups'), dropped, due[2] or '',
		due[2] and 1 or redis.call('HEXISTS', base .. ':stats', 'delayed') }
end
