-- Whether no worker may take a job now.
local function isPausedOrMaxed(queue)
	if queue.paused then
		return true
	end
	return queue.concurrency ~= nil and redis.call('LLEN', queue.base .. 'active') >= queue.concurrency
end
