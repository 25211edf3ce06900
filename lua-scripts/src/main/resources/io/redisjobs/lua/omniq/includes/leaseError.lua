-- Why a token does not allow to end or extend a run, or nil if it does.
local function leaseError(token, stored, lock)
	if token == '' then
		return 'TOKEN_REQUIRED'
	elseif stored ~= token then
		return 'TOKEN_MISMATCH'
	elseif not lock then
		return 'NOT_ACTIVE'
	end
	return nil
end
