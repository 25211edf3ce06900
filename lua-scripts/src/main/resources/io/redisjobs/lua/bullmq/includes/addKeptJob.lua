--@include wholeNumber
--@include storeJob
--@include putDelayed
--@include markDelayed
--@include putWaiting
--@include wakeWorker
-- Adds the job that was kept back (in dn:<deduplication id>) because the one that has ended was running when it came. Its
-- options decide where it goes; one whose options cannot be read goes in line, and whoever takes it says so.
local function addKeptJob(queue, deduplicationId, now)
	local base = queue.base
	local key = base .. 'dn:' .. deduplicationId
	local kept = redis.pcall('HMGET', key, 'name', 'data', 'opts', 'jid', 'pk', 'pd', 'rjk')
	if kept.err or not kept[1] then
		return
	end
	local number = redis.pcall('INCR', base .. 'id')
	if type(number) == 'table' then
		return
	end
	local readable, opts = pcall(cjson.decode, kept[3])
	opts = readable and type(opts) == 'table' and opts or {}
	local deduplication = type(opts.de) == 'table' and opts.de or {}
	local job = { delay = wholeNumber(opts.delay, 2 ^ 50), priority = wholeNumber(opts.priority, 2 ^ 21),
			deduplication = { id = deduplicationId }, schedulerId = kept[7] }
	if kept[5] and kept[6] and redis.call('EXISTS', kept[5]) == 1
			and type(redis.pcall('SCARD', kept[5] .. ':dependencies')) == 'number' then
		job.parent = { key = kept[5], json = kept[6] }
	end
	local jobId = kept[4]
	if not jobId or redis.call('EXISTS', base .. jobId) == 1 then
		jobId = string.format('%.0f', number)
	end
	local ttl = not deduplication.keepLastIfActive and wholeNumber(deduplication.ttl, 2 ^ 50) or 0
	if ttl > 0 then
		redis.call('SET', base .. 'de:' .. deduplicationId, jobId, 'PX', string.format('%.0f', ttl))
	else
		redis.call('SET', base .. 'de:' .. deduplicationId, jobId)
	end
	storeJob(base, jobId, kept[1], kept[2] or '{}', kept[3] or '{}', now, job)
	if job.delay > 0 then
		putDelayed(base, jobId, now + job.delay)
		markDelayed(base)
	else
		putWaiting(queue, jobId, job.priority, opts.lifo == true and 'RPUSH' or 'LPUSH')
		wakeWorker(queue)
		redis.call('XADD', queue.events, '*', 'event', 'waiting', 'jobId', jobId)
	end
	redis.call('DEL', key)
end
