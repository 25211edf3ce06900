-- Notes that a job has gone from a lane; the lane itself is the caller's to write.
local function leaveLane(queue, lane, id, gid)
	local left = queue.left[lane]
	left[#left + 1] = id
	queue.changed[lane] = true
	if lane == 'wait' and gid ~= '' then
		queue.groupWaiting = math.max(0, queue.groupWaiting - 1)
		queue.groupWaitingChanged = true
	else
		queue.ungroupedChanged = queue.ungroupedChanged or lane == 'wait'
		queue.counts[lane] = math.max(0, queue.counts[lane] - 1)
	end
end
