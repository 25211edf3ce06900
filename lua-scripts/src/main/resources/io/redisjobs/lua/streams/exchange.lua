-- Completes entries (result or routed job first, then the acknowledgement) and takes others, no further one after 1 MiB.
-- An entry that is not the consumer's current run is left alone.
--
-- KEYS
--   1 stream       the queue's stream
--   2 retries      entries that wait to be delivered again, by due time
--   3 pausedFlag   exists while the queue is paused
--   4.. for each stream that completions write to: target
--   last memory    the memory of the call's lane (see once)
-- ARGV
--   1 group        the consumer group
--   2 consumer     the consumer that completes and takes
--   3 max          how many entries to take, 0 for none
--   4 kind         'all' to take new entries as well, 'due' to take only those that are due again
--   5 expected     how large a new entry is expected to be in bytes, 0 if nothing is
--   6 rememberFor  milliseconds to remember a job id that is done
--   7 first        the lowest completed id, or ''
--   8 last         the highest completed id, or ''
--   9 parts        how many values there are for each completed entry: 2, or 5 where completions write something
--   10.. for each completed entry: id, deliveries, target, content, marker
--       target is the number of the stream to write to, 1 for the first and 0 for none; marker the key of the job id's
--       marker or ''
--   last call      the number of the call in its lane
-- Derived keys
--   the markers, which begin with the stream's key
-- Reply
--   1 'paused', 'taken' (perhaps nothing) or 'none' when nothing was asked for
--   2 milliseconds until the next entry is due again, -1 if there is none
--   3 the completions that were not accepted, flat: index from 0, 'lost' or 'gone'
--   4 the entries taken, flat: id, delivery count, payload
--@include once
--@include ownedEntries
--@include lossOf
--@include takeDue
--@include takeNew
--@include serverMillis
--@include requireStream
--@include takenBefore
local stream, retries, pausedFlag = KEYS[1], KEYS[2], KEYS[3]
local group, consumer, max, kind, expected = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])
local rememberFor, first, last, parts = ARGV[6], ARGV[7], ARGV[8], tonumber(ARGV[9])
local TARGETS_BEFORE, FIRST_ENTRY, ROOM = 3, 10, 1048576

local function write(target, content, marker)
  if tonumber(target) > 0 then
    redis.call('XADD', KEYS[TARGETS_BEFORE + target], '*', 'payload', content)
  end
  if marker ~= '' then
    redis.call('SET', marker, 'done', 'PX', rememberFor)
  end
end

local function acknowledge(ids)
  for i = 1, #ids, 500 do
    redis.call('XACK', stream, group, unpack(ids, i, math.min(i + 499, #ids)))
  end
end

local function complete()
  local ids, refused, done = {}, {}, {}
  for at = FIRST_ENTRY, #ARGV, parts do
    ids[#ids + 1] = ARGV[at]
  end
  if #ids == 0 then
    return refused
  end
  for i = TARGETS_BEFORE + 1, #KEYS do
    requireStream(KEYS[i])
  end
  local owned = ownedEntries(stream, group, consumer, ids, first, last)
  for at = FIRST_ENTRY, #ARGV, parts do
    local id, deliveries, target, content, marker = unpack(ARGV, at, at + parts - 1)
    if owned[id] == tonumber(deliveries) then
      if target then
        write(target, content, marker)
      end
      owned[id] = nil
      done[#done + 1] = id
    else
      refused[#refused + 1] = (at - FIRST_ENTRY) / parts
      refused[#refused + 1] = lossOf(stream, group, id)
    end
  end
  acknowledge(done)
  return refused
end

local function nextDue(now)
  local entry = redis.call('ZRANGE', retries, 0, 0, 'WITHSCORES')
  return #entry > 0 and math.max(0, tonumber(entry[2]) - now) or -1
end

return once(function()
  local refused = complete()
  if max == 0 then
    return { 'none', -1, refused, {} }
  end
  if redis.call('EXISTS', pausedFlag) == 1 then
    return { 'paused', -1, refused, {} }
  end
  local now, taken = serverMillis(), {}
  local bytes = takeDue(stream, retries, group, consumer, max, ROOM, now, taken)
  if kind == 'all' then
    takeNew(stream, group, consumer, max - #taken / 3, ROOM - bytes, expected, taken)
  end
  local wait = #taken == 0 and nextDue(now) or -1
  local ids = {}
  for i = 1, #taken, 3 do
    ids[#ids + 1] = taken[i]
    ids[#ids + 1] = taken[i + 1]
  end
  return { 'taken', wait, refused, taken }, { 'taken', wait, refused, ids }
end, function(remembered)
  return takenBefore(stream, group, consumer, remembered)
end)
