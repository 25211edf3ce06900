-- The reply to taking jobs: a word, the time the next delayed job is due if there is none to run, whether the queue has
-- groups, the dropped ids, and the jobs.
local function reservation(queue, granted, dropped)
	local base = queue.base
	if #granted > 0 then
		return { 'JOBS', '', '', dropped, unpack(granted) }
	end
	local due = redis.call('ZRANGE', base .. ':delayed', 0, 0, 'WITHSCORES')
	return { 'EMPTY', due[2] or '', redis.call('EXISTS', base .. ':has_groups'), dropped }
end
