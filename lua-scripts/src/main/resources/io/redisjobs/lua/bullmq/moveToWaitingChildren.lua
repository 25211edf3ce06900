-- Lets a running job wait for its children.
--
-- KEYS
--   1 base       the prefix of the queue's keys, such as bull:emails:
--   last memory  the memory of the call's lane (see once)
-- ARGV
--   1 now      time in ms
--   2 jobId    the job
--   3 token    the token of its lock
--   last call  the number of the call in its lane
-- Derived keys
--   active, stalled, waiting-children, events, the job's hash, :lock, :dependencies and :unsuccessful
-- Reply
--   a word: moved, continue if no child is pending, failedChildren, gone, noLock, otherLock, notActive
--@include leaveActive
--@include once
local base = KEYS[1]
local now = ARGV[1]
local jobId, token = ARGV[2], ARGV[3]
local jobKey = base .. jobId
return once(function()
	if redis.call('EXISTS', jobKey) == 0 then
		return { 'gone' }
	end
	if redis.call('ZCARD', jobKey .. ':unsuccessful') > 0 then
		return { 'failedChildren' }
	end
	if redis.call('SCARD', jobKey .. ':dependencies') == 0 then
		return { 'continue' }
	end
	-- keys of the wrong type show here, before the job leaves active
	redis.call('ZCARD', base .. 'waiting-children')
	redis.call('XLEN', base .. 'events')
	local state = leaveActive(base, jobId, token, '', '')
	if state ~= 'ok' then
		return { state }
	end
	redis.call('ZADD', base .. 'waiting-children', now, jobId)
	redis.call('XADD', base .. 'events', '*', 'event', 'waiting-children', 'jobId', jobId, 'prev', 'active')
	return { 'moved' }
end)
