-- Does to a parent what the end of a child means for it. Keys of the parent that are of the wrong type must not keep the
-- child from ending. Returns whether all of it could be done.
local function tellParent(work, ...)
	return (pcall(work, ...))
end
