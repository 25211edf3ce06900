-- Makes a parent of what a job's hash says of it (parentKey and parent): its key, its queue (prefix and name), its id, and
-- what a failure of the job does to it (fpof, cpof, idof, rdof or ''). Returns nil if there is none.
local function readParent(key, json)
	if not key or key == '' then
		return nil
	end
	local readable, stored = pcall(cjson.decode, json)
	if readable and type(stored) == 'table' and type(stored.id) == 'string' and type(stored.queueKey) == 'string' then
		local policy = ''
		for _, name in ipairs({ 'fpof', 'cpof', 'idof', 'rdof' }) do
			if policy == '' and stored[name] == true then
				policy = name
			end
		end
		return { key = stored.queueKey .. ':' .. stored.id, queue = stored.queueKey, id = stored.id, policy = policy }
	end
	local id = string.match(key, '[^:]*$')
	return { key = key, queue = string.sub(key, 1, -#id - 2), id = id, policy = '' }
end
