--@include releaseLock
--@include dropFromActive
-- Ends the run of a job: its lock, what the failure left behind, its place in active. Returns 'ok', or why not.
local function leaveActive(base, jobId, token, reason, stackTraces)
	local state = releaseLock(base, jobId, token)
	if state ~= 'ok' then
		return state
	end
	if stackTraces ~= '' then
		redis.call('HSET', base .. jobId, 'failedReason', reason, 'stacktrace', stackTraces)
	end
	if not dropFromActive(base, jobId) then
		return 'notActive'
	end
	return 'ok'
end
