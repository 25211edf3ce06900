-- One bounded step of looking for jobs whose workers are gone. First those seen running at the last look whose lock is
-- gone by now go back in line; then those running now are noted for the next look.
--
-- KEYS
--   1 base       the prefix of the queue's keys, such as bull:emails:
--   last memory  the memory of the call's lane (see once)
-- ARGV
--   1 now         time in ms
--   2 step        start, recover or mark
--   3 place       for mark: how many entries of active, from its end, were noted
--   4 limit       the most jobs to look at
--   5 maxStalled  how often a job may stall
--   6 interval    the time between two looks in ms
--   7 noted       for mark: how many ids were noted in all when the step before was done
--   last call     the number of the call in its lane
-- Derived keys
--   meta, stalled, stalled-check, active, wait, paused, prioritized, pc, delayed, marker, events, each job's hash and
--   :lock
-- Reply
--   1 the next step: recover, mark, done, or skipped if somebody looked already
--   2 its place
--   3 ids put back
--   4 ids dropped because they stood for no job
--   5 how many ids are noted in all
--@include readQueue
--@include trimEvents
--@include checkTypes
--@include wakeWorker
--@include dropFromActive
--@include countIn
--@include once
local base = KEYS[1]
local now = ARGV[1]
local step = ARGV[2]
local place = tonumber(ARGV[3])
local limit = tonumber(ARGV[4])
local maxStalled = tonumber(ARGV[5])
local interval = ARGV[6]
local noted = tonumber(ARGV[7])
local active, stalled = base .. 'active', base .. 'stalled'
local recovered, dropped = {}, {}
-- looking through a long active list takes time for each of them
local mostRecovered = 100

local function isRepeated(opts)
	local readable, decoded = pcall(cjson.decode, opts or '')
	return readable and type(decoded) == 'table' and decoded['repeat'] ~= nil
end

local function putBack(queue, jobId)
	local jobKey = base .. jobId
	if not dropFromActive(base, jobId) then
		return
	end
	local opts = redis.pcall('HGET', jobKey, 'opts')
	if type(opts) == 'table' or redis.call('EXISTS', jobKey) == 0 then
		dropped[#dropped + 1] = jobId
		return
	end
	if countIn(jobKey, 'stc', 1) > maxStalled and not isRepeated(opts) then
		redis.call('HSET', jobKey, 'defa', 'job stalled more than allowable limit')
	end
	redis.call('RPUSH', queue.target, jobId)
	wakeWorker(queue)
	redis.call('XADD', queue.events, '*', 'event', 'waiting', 'jobId', jobId, 'prev', 'active')
	redis.call('XADD', queue.events, '*', 'event', 'stalled', 'jobId', jobId)
	recovered[#recovered + 1] = jobId
end

return once(function()
	if step == 'start' then
		if not redis.call('SET', base .. 'stalled-check', now, 'PX', interval, 'NX') then
			return { 'skipped', 0, recovered, dropped, 0 }
		end
		if redis.call('EXISTS', stalled, active) == 0 then
			return { 'done', 0, recovered, dropped, 0 }
		end
		step = 'recover'
	end
	if step == 'recover' then
		-- keys of the wrong type show here, before anything is forgotten
		redis.call('LLEN', active)
		local queue = readQueue(base)
		checkTypes(queue)
		local seen = redis.call('SPOP', stalled, limit)
		if #seen > 0 then
			trimEvents(queue)
			local locks = {}
			for i, jobId in ipairs(seen) do
				locks[i] = base .. jobId .. ':lock'
			end
			local holders = redis.call('MGET', unpack(locks))
			local later = {}
			for i, jobId in ipairs(seen) do
				if not holders[i] and #recovered < mostRecovered then
					putBack(queue, jobId)
				elseif not holders[i] then
					later[#later + 1] = jobId
				end
			end
			if #later > 0 then
				redis.call('SADD', stalled, unpack(later))
				return { 'recover', 0, recovered, dropped, 0 }
			end
		end
		if #seen == limit then
			return { 'recover', 0, recovered, dropped, 0 }
		end
		place, noted = 0, 0
	end
	-- Jobs join active at its beginning. One that ends is not noted any more, and those behind it have moved up.
	place = math.max(0, place - math.max(0, noted - redis.call('SCARD', stalled)))
	local running = redis.call('LRANGE', active, -place - limit, -place - 1)
	if #running > 0 then
		redis.call('SADD', stalled, unpack(running))
	end
	if #running == limit then
		return { 'mark', place + limit, recovered, dropped, redis.call('SCARD', stalled) }
	end
	return { 'done', 0, recovered, dropped, 0 }
end)
