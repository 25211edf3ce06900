-- Removes old entries, never one that some group has not read or not acknowledged.
--
-- KEYS
--   1 stream     the stream to trim
-- ARGV
--   1 retention  milliseconds for which entries are kept
--   2 limit      the most entries to remove
--   3 required   the group that must exist, or '' to trim a stream without groups as well
-- Reply
--   1 how many entries were removed
--@include groupsOf
--@include serverMillis
local stream = KEYS[1]
local retention, limit, required = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]

local function parts(id)
  local millis, sequence = string.match(id, '^(%d+)-(%d+)$')
  return tonumber(millis), tonumber(sequence)
end

local function lower(a, b)
  local aMillis, aSequence = parts(a)
  local bMillis, bSequence = parts(b)
  if aMillis < bMillis or (aMillis == bMillis and aSequence < bSequence) then
    return a
  end
  return b
end

local function after(id)
  local millis, sequence = parts(id)
  -- beyond this Lua cannot count exactly; keeping one entry more is harmless
  if sequence >= 2 ^ 52 then
    return id
  end
  return string.format('%.0f-%.0f', millis, sequence + 1)
end

if redis.call('EXISTS', stream) == 0 then
  return { 0 }
end
local keepFrom = string.format('%.0f-0', math.max(0, serverMillis() - retention))
local found = required == ''
for _, group in ipairs(groupsOf(stream)) do
  found = found or group['name'] == required
  keepFrom = lower(keepFrom, after(group['last-delivered-id']))
  if group['pending'] > 0 then
    keepFrom = lower(keepFrom, redis.call('XPENDING', stream, group['name'])[2])
  end
end
if not found then
  return { 0 }
end
local removed = redis.call('XTRIM', stream, 'MINID', '~', keepFrom, 'LIMIT', limit)
-- what is left lies in the stream's first block, so this is a bounded piece as well
if removed + 200 < limit then
  removed = removed + redis.call('XTRIM', stream, 'MINID', '=', keepFrom)
end
return { removed }
