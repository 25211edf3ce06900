-- Makes a parent of what a job's hash says of it (parentKey and parent): its key, its queue (prefix and name), its id, and
-- what a failure of the job does to it (fpof, cpof, idof, rdof or ''). Returns nil if there is none.
local function readParent(key, json)
	if not key or key == '' then
		return nil
	end
	local readable, stored = pcall(cjson.decode, json)
	stored = readable and type(stored) == 'table' and stored or {}
	local policy = ''
	for _, name in ipairs({ 'fpof', 'cpof', 'idof', 'rdof' }) do
		if policy == '' and stored[name] == true then
			policy = name
		end
	end
	local id = string.match(key, '[^:]*$')
	local queue = string.sub(key, 1, -#id - 2)
	if type(stored.id) == 'string' and type(stored.queueKey) == 'string' then
		id, queue = stored.id, stored.queueKey
	end
	return { key = queue .. ':' .. id, queue = queue, id = id, policy = policy }
end
