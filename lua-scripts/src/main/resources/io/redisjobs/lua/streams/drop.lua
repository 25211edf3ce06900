-- Drops a piece of all entries of a stream, whoever holds them, and at last whatever else is known of the queue. The
-- groups stay. For tests.
--
-- KEYS
--   1 stream      the queue's stream
--   2 pausedFlag  exists while the queue is paused
--   3 failures    the stream of the failures that belongs to this stream alone
-- ARGV
--   1 limit       the most entries to acknowledge in each group
-- Reply
--   'more' or 'done'
--@include fieldsOf
--@include groupsOf
local stream, pausedFlag, failures = KEYS[1], KEYS[2], KEYS[3]
local limit = ARGV[1]

redis.call('DEL', pausedFlag, failures)
if redis.call('EXISTS', stream) == 0 then
  return { 'done' }
end
local more = false
local state = fieldsOf(redis.call('XINFO', 'STREAM', stream))

-- without this Redis counts what nobody has read for ever
local function readToTheEnd(group)
  if state['entries-added'] then
    redis.call('XGROUP', 'SETID', stream, group, state['last-generated-id'], 'ENTRIESREAD', state['entries-added'])
  else
    redis.call('XGROUP', 'SETID', stream, group, state['last-generated-id'])
  end
end

for _, group in ipairs(groupsOf(stream)) do
  local pending = redis.call('XPENDING', stream, group['name'], '-', '+', limit)
  for _, entry in ipairs(pending) do
    redis.call('XACK', stream, group['name'], entry[1])
  end
  readToTheEnd(group['name'])
  more = more or #pending == tonumber(limit)
end
redis.call('XTRIM', stream, 'MAXLEN', 0)
return { more and 'more' or 'done' }
