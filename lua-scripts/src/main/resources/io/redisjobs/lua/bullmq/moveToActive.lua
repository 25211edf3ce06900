-- Takes jobs: promotes delayed ones that are due, honours pause, global concurrency and rate limits, locks what it
-- takes. Ids that stand for no job are dropped and named.
--
-- KEYS
--   1 base       the prefix of the queue's keys, such as bull:emails:
--   last memory  the memory of the call's lane (see once)
-- ARGV
--   1 now            time in ms
--   2 max            the most jobs to take
--   3 token          the token to lock them with
--   4 lease          how long locks last in ms
--   5 name           the worker's name or ''
--   6 limit          the worker's own limit of starts or ''
--   7 limitDuration  its time span in ms or ''
--   8 slots          how many of the jobs may have been with a worker before
--   last call        the number of the call in its lane
-- Derived keys
--   meta, wait, paused, active, prioritized, pc, delayed, limiter, marker, events, each job's hash and :lock
-- Reply
--   1 a word: jobs, none, paused, maxed, limited
--   2 none: when the earliest delayed job is due (ms), 0 if there is none; limited: for how long (ms)
--   3 for each job six values: id, name, data, opts, ats, and, if it has been more than added, an array of atm,
--     stacktrace, deid, rjk, defa, the ats before and stc; fewer jobs than asked for if they have many bytes
--   4 the ids dropped
--@include readQueue
--@include takeJobs
--@include takenBefore
--@include once
local base = KEYS[1]
local worker = {
	now = tonumber(ARGV[1]),
	nowText = ARGV[1],
	max = tonumber(ARGV[2]),
	token = ARGV[3],
	lease = ARGV[4],
	name = ARGV[5],
	limit = tonumber(ARGV[6]),
	limitDuration = tonumber(ARGV[7]),
	slots = tonumber(ARGV[8])
}
return once(function()
	local queue = readQueue(base)
	-- keys of the wrong type show here, before a job is moved
	redis.call('XLEN', queue.events)
	redis.call('ZCARD', base .. 'marker')
	return takeJobs(queue, worker)
end, function(remembered)
	return takenBefore(base, worker, remembered)
end)
