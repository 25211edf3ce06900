--@include isRunning
-- Takes a finished job out of its parent's released children. The one that leaves an empty set behind asks for the
-- parent to be closed, in the same step as leaving.
local function leaveParent(uuid, parent, context)
	if parent == '' then
		return 'DONE'
	end
	local parentKey = context.jobPrefix .. parent
	redis.call('SREM', parentKey .. ':active', uuid)
	if redis.call('EXISTS', parentKey .. ':active') == 1 or redis.call('EXISTS', parentKey) == 0
			or isRunning(parent, context) then
		return 'DONE'
	end
	redis.call('ZADD', context.closing, context.now, parent)
	return 'PARENT'
end
