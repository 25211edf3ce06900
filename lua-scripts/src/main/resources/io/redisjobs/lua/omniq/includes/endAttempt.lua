--@include decimal
--@include enterLane
--@include leaveLane
--@include releaseSlot
--@include trimLane
--@include whole
-- Ends the attempt of a running job without success: into delayed while attempts are left, else into failed. action is
-- retry or fail; delay replaces the job's own backoff unless it is negative. Answers the due time, or nil for failed.
local function endAttempt(queue, id, action, delay, failedKeep)
	local base = queue.base
	local job = base .. ':job:' .. id
	local stored = redis.call('HMGET', job, 'attempt', 'max_attempts', 'backoff_ms', 'gid')
	local attempt = whole(stored[1])
	local maxAttempts = math.max(1, whole(stored[2]))
	redis.call('ZREM', base .. ':active', id)
	leaveLane(queue, 'active', id, '')
	releaseSlot(queue, stored[4] or '')
	if action == 'fail' or attempt >= maxAttempts then
		redis.call('HSET', job, 'state', 'failed', 'failed_ms', queue.now, 'updated_ms', queue.now, 'lease_token', '',
			'lock_until_ms', '')
		redis.call('LPUSH', base .. ':failed', id)
		enterLane(queue, 'failed', id, '')
		trimLane(queue, 'failed', failedKeep)
		return nil
	end
	if delay < 0 then
		delay = math.max(0, whole(stored[3]))
	end
	local due = decimal(queue.nowMs + delay)
	redis.call('HSET', job, 'state', 'delayed', 'due_ms', due, 'updated_ms', queue.now, 'lease_token', '',
		'lock_until_ms', '')
	redis.call('ZADD', base .. ':delayed', due, id)
	enterLane(queue, 'delayed', id, '')
	return due
end
