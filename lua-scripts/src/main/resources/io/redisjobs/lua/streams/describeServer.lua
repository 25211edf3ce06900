-- Reads how the server is set up; a server that does not tell leaves a part empty.
--
-- KEYS
--   1 stream  the queue's stream, for its node
-- ARGV
--   none
-- Reply
--   1 server section
--   2 persistence section
--   3 memory section
local stream = KEYS[1]
local function section(name)
  local text = redis.pcall('INFO', name)
  return type(text) == 'string' and text or ''
end
return { section('server'), section('persistence'), section('memory') }
