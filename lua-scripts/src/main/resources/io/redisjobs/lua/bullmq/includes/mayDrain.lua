--@include isPausedOrMaxed
--@include nextDue
--@include sayDrained
-- Says that the queue has run empty, if it has and a worker that looks for its next job would notice: not while it is
-- paused, nor while a delayed job is still to come.
local function mayDrain(queue)
	if not isPausedOrMaxed(queue) and not nextDue(queue.base) then
		sayDrained(queue)
	end
end
