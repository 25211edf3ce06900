--@include fieldsOf
-- The groups of a stream, each a table of what XINFO tells of it; none if there is no stream.
local function groupsOf(stream)
  local groups = {}
  if redis.call('EXISTS', stream) == 1 then
    for i, flat in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
      groups[i] = fieldsOf(flat)
    end
  end
  return groups
end
