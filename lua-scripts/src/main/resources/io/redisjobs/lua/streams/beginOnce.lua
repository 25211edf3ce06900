-- Decides for entries just taken whether their job ids may run, and acknowledges repetitions. A run that asks again gets
-- the same answer.
--
-- KEYS
--   1 stream       the queue's stream
-- ARGV
--   1 group        the consumer group
--   2 rememberFor  milliseconds to remember a job id
--   3.. for each entry: id, run, marker
--       the run's token and the key of the job id's marker
-- Derived keys
--   the markers, which begin with the stream's key
-- Reply
--   for each entry 'run', 'repeated' (acknowledged) or 'interrupted' (an earlier run ended nobody knows how)
local stream = KEYS[1]
local group, rememberFor = ARGV[1], ARGV[2]
local FIRST_ENTRY, ENTRY_VALUES = 3, 3

local function begin(id, run, marker)
  local running = id .. ' running'
  local state = redis.call('GET', marker)
  if not state or state == id .. ' waiting' then
    redis.call('SET', marker, running .. ' ' .. run, 'PX', rememberFor)
    return 'run'
  end
  if state == running .. ' ' .. run then
    return 'run'
  end
  if string.sub(state, 1, #running) == running then
    return 'interrupted'
  end
  redis.call('XACK', stream, group, id)
  return 'repeated'
end

local words = {}
for at = FIRST_ENTRY, #ARGV, ENTRY_VALUES do
  words[#words + 1] = begin(unpack(ARGV, at, at + ENTRY_VALUES - 1))
end
return words
