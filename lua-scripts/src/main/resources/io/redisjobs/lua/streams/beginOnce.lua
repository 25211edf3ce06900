-- Decides for entries just taken whether their job ids may run, and acknowledges repetitions. A run that asks again gets
-- the same answer.
-- KEYS
--   1 stream
-- ARGV
--   1 group
--   2 milliseconds to remember a job id
--   3.. for each entry: id, token of the run, key of the job id's marker
-- Derived keys
--   the markers, which begin with KEYS[1]
-- Reply
--   for each entry 'run', 'repeated' (acknowledged) or 'interrupted' (an earlier run ended nobody knows how)
local stream = KEYS[1]
local group, rememberFor = ARGV[1], ARGV[2]

local words = {}
for i = 3, #ARGV, 3 do
  local id, run, marker = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local running = id .. ' running'
  local state = redis.call('GET', marker)
  local word
  if not state or state == id .. ' waiting' then
    redis.call('SET', marker, running .. ' ' .. run, 'PX', rememberFor)
    word = 'run'
  elseif state == running .. ' ' .. run then
    word = 'run'
  elseif string.sub(state, 1, #running) == running then
    word = 'interrupted'
  else
    redis.call('XACK', stream, group, id)
    word = 'repeated'
  end
  words[#words + 1] = word
end
return words
