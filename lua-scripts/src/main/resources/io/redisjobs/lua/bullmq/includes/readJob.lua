--@include wholeNumber
-- Appends what is stored of a job to the jobs: id, name, data, opts, how often it has been started with this time, an array
-- of the rest (atm, stacktrace, deid, rjk, defa, ats, stc) if it has been more than added, and its timestamp unless a run of
-- it has failed, which need not count (see handBack). Returns the bytes of it that may be many, or false if there is no job
-- of that id, and whether a worker has had it before.
local function readJob(base, jobId, jobs, taken)
	local jobKey = base .. jobId
	local size = redis.pcall('HLEN', jobKey)
	if size == 0 or type(size) == 'table' then
		return false
	end
	local added = redis.call('HMGET', jobKey, 'name', 'data', 'opts', 'timestamp', 'delay', 'priority')
	local rest, starts, before, timestamp = false, '1', false, added[4]
	if size ~= 6 or not (added[1] and added[2] and added[3] and added[4] and added[5] and added[6]) then
		rest = redis.call('HMGET', jobKey, 'atm', 'stacktrace', 'deid', 'rjk', 'defa', 'ats', 'stc')
		local counted = wholeNumber(rest[6], 2 ^ 31)
		before = counted > 0 or wholeNumber(rest[7], 2 ^ 31) > 0
		starts = string.format('%.0f', counted + (taken and 0 or 1))
		timestamp = redis.call('HEXISTS', jobKey, 'failedReason') == 0 and timestamp
	end
	local n = #jobs
	jobs[n + 1] = jobId
	jobs[n + 2] = added[1]
	jobs[n + 3] = added[2]
	jobs[n + 4] = added[3]
	jobs[n + 5] = starts
	jobs[n + 6] = rest
	jobs[n + 7] = timestamp
	return #(added[2] or '') + #(added[3] or ''), before
end
