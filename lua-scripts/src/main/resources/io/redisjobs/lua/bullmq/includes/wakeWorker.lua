--@include isPausedOrMaxed
-- Tells one waiting worker that there is a job to run now.
local function wakeWorker(queue)
	if not isPausedOrMaxed(queue) then
		redis.call('ZADD', queue.base .. 'marker', 0, '0')
	end
end
