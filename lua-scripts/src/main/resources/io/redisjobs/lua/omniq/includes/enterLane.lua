-- Notes that a job has come into a lane; the lane itself is the caller's to write.
local function enterLane(queue, lane, id, gid)
	local entered = queue.entered[lane]
	entered[#entered + 1] = queue.now
	entered[#entered + 1] = id
	queue.changed[lane] = true
	if lane == 'wait' and gid ~= '' then
		queue.groupWaiting = queue.groupWaiting + 1
		queue.groupWaitingChanged = true
	else
		queue.ungroupedChanged = queue.ungroupedChanged or lane == 'wait'
		queue.counts[lane] = queue.counts[lane] + 1
	end
end
