-- Completes entries (result or routed job first, then the acknowledgement) and takes others, no further one after 1 MiB.
-- An entry that is not the consumer's current run is left alone.
-- KEYS
--   1 stream
--   2 retries: entries that wait to be delivered again, by due time
--   3 paused flag
--   4.. streams that completions write to
--   last: the memory of the call's lane (see once)
-- ARGV
--   1 group
--   2 consumer
--   3 how many entries to take, 0 for none
--   4 how many entries are completed
--   5 lowest completed id
--   6 highest completed id
--   7 milliseconds to remember a job id that is done, for entries with a marker
--   8 'all' to take new entries as well, 'due' to take only those that are due again
--   9 how large a new entry is expected to be in bytes, 0 if nothing is
--   10.. for each completed entry: id, delivery count; if there are keys from 4 on also: number of the
--     stream to write to (1 for KEYS[4]; 0 for none), what to write, key of the job id's marker or ''
--   last: the number of the call in its lane
-- Derived keys
--   the markers, which begin with KEYS[1]
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
local group, consumer = ARGV[1], ARGV[2]
local max, count = tonumber(ARGV[3]), tonumber(ARGV[4])
local first, last, rememberFor, kind = ARGV[5], ARGV[6], ARGV[7], ARGV[8]
local expected, room = tonumber(ARGV[9]), 1048576
local base = 10
local writes = #KEYS > 3
local stride = writes and 5 or 2

local function acknowledge(ids)
  for i = 1, #ids, 500 do
    redis.call('XACK', stream, group, unpack(ids, i, math.min(i + 499, #ids)))
  end
end

local function complete()
  local refused, done, ids = {}, {}, {}
  for i = 1, count do
    ids[i] = ARGV[base + (i - 1) * stride]
  end
  for i = 4, #KEYS do
    requireStream(KEYS[i])
  end
  local owned = ownedEntries(stream, group, consumer, ids, first, last)
  for i = 1, count do
    local at = base + (i - 1) * stride
    local id = ids[i]
    if owned[id] == tonumber(ARGV[at + 1]) then
      if writes then
        local target, marker = tonumber(ARGV[at + 2]), ARGV[at + 4]
        if target > 0 then
          redis.call('XADD', KEYS[3 + target], '*', 'payload', ARGV[at + 3])
        end
        if marker ~= '' then
          redis.call('SET', marker, 'done', 'PX', rememberFor)
        end
      end
      owned[id] = nil
      done[#done + 1] = id
    else
      refused[#refused + 1] = i - 1
      refused[#refused + 1] = lossOf(stream, group, id)
    end
  end
  acknowledge(done)
  return refused
end

return once(function()
  local refused = {}
  if count > 0 then
    refused = complete()
  end
  if max == 0 then
    return { 'none', -1, refused, {} }
  end
  if redis.call('EXISTS', pausedFlag) == 1 then
    return { 'paused', -1, refused, {} }
  end
  local now = serverMillis()
  local taken = {}
  local bytes = takeDue(stream, retries, group, consumer, max, room, now, taken)
  if kind == 'all' then
    takeNew(stream, group, consumer, max - #taken / 3, room - bytes, expected, taken)
  end
  local wait = -1
  if #taken == 0 then
    local nextDue = redis.call('ZRANGE', retries, 0, 0, 'WITHSCORES')
    if #nextDue > 0 then
      wait = math.max(0, tonumber(nextDue[2]) - now)
    end
  end
  local ids = {}
  for i = 1, #taken, 3 do
    ids[#ids + 1] = taken[i]
    ids[#ids + 1] = taken[i + 1]
  end
  return { 'taken', wait, refused, taken }, { 'taken', wait, refused, ids }
end, function(remembered)
  return takenBefore(stream, group, consumer, remembered)
end)
