--@include groupSlots
-- Hands out the ids that are next in turn, one with every call of the first function it returns: grouped and ungrouped
-- lane alternate, served groups go behind the others. used() tells what became of an id; finish() lines up again what was
-- looked at but not used up, and answers whose turn is next.
local function pick(queue, ungroupedFirst)
	local base = queue.base
	local ready = base .. ':groups:ready'
	local groupsLeft = redis.call('ZCARD', ready) > 0
	local served, nextServed, full = {}, 1, {}
	local buffer, nextInBuffer, waitLeft = {}, 1, true

	local function nextGroup()
		local popped = redis.call('ZPOPMIN', ready)
		if popped[1] then
			queue.readyChanged = true
			local inflight, limit = groupSlots(queue, popped[1])
			return { gid = popped[1], inflight = inflight, limit = limit }
		end
		local group = served[nextServed]
		if group ~= nil then
			nextServed = nextServed + 1
		end
		return group
	end

	local function fromGroups()
		for _ = 1, groupsLeft and 10 or 0 do
			local group = nextGroup()
			if group == nil then
				break
			elseif group.inflight >= group.limit then
				full[#full + 1] = group.gid
			else
				local id = redis.pcall('LPOP', base .. ':g:' .. group.gid .. ':wait')
				if type(id) == 'string' then
					return id, group
				end
			end
		end
		groupsLeft = false
		return nil
	end

	local function fromWait(wanted)
		if waitLeft and nextInBuffer > #buffer then
			buffer = redis.call('LPOP', base .. ':wait', groupsLeft and 1 or wanted) or {}
			nextInBuffer = 1
			waitLeft = #buffer > 0
		end
		if not waitLeft then
			return nil
		end
		nextInBuffer = nextInBuffer + 1
		return buffer[nextInBuffer - 1]
	end

	local function nextId(wanted)
		if ungroupedFirst then
			local id = fromWait(wanted)
			if id then
				return id, nil
			end
			return fromGroups()
		end
		local id, group = fromGroups()
		if id then
			return id, group
		end
		return fromWait(wanted), nil
	end

	local function used(group, granted)
		if granted then
			ungroupedFirst = not ungroupedFirst
		end
		if group ~= nil then
			if granted then
				-- not INCR: the id is out of its line, and a counter that is no number must not stop here
				group.inflight = group.inflight + 1
				redis.call('SET', base .. ':g:' .. group.gid .. ':inflight', group.inflight)
			end
			if group.inflight < group.limit then
				served[#served + 1] = group
			end
		end
	end

	local function finish()
		for i = #buffer, nextInBuffer, -1 do
			redis.call('LPUSH', base .. ':wait', buffer[i])
		end
		for i = nextServed, #served do
			if redis.call('LLEN', base .. ':g:' .. served[i].gid .. ':wait') > 0 then
				redis.call('ZADD', ready, 'NX', queue.now, served[i].gid)
			end
		end
		for _, gid in ipairs(full) do
			redis.call('ZADD', ready, 'NX', queue.nowMs + 1, gid)
		end
		return ungroupedFirst
	end

	return nextId, used, finish
end
