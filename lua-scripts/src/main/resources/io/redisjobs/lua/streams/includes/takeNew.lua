--@include addTaken
-- Takes up to max new entries, no further one when there are room bytes; creates the group if it is missing. How large an
-- entry is shows when it has been delivered, so that entries are read in steps: as many as have room if they are as large
-- as the largest before, or as expected (0 if nothing is).
local function takeNew(stream, group, consumer, max, room, expected, taken)
  local function read(count)
    return redis.pcall('XREADGROUP', 'GROUP', group, consumer, 'COUNT', count, 'STREAMS', stream, '>')
  end
  local bytes, count, largest = 0, 0, expected
  local step = expected > 0 and math.floor(room / expected) or 1
  while count < max and bytes < room do
    step = math.max(1, math.min(step, max - count))
    local reply = read(step)
    if reply and reply.err and string.find(reply.err, 'NOGROUP', 1, true) then
      redis.call('XGROUP', 'CREATE', stream, group, '0', 'MKSTREAM')
      reply = read(step)
    end
    if reply and reply.err then
      error(reply)
    end
    local entries = reply and reply[1][2] or {}
    for _, entry in ipairs(entries) do
      local size = addTaken(taken, entry[1], 1, entry[2])
      bytes = bytes + size
      largest = math.max(largest, size)
    end
    if #entries < step then
      break
    end
    count = count + #entries
    step = math.min(4 * step, math.floor((room - bytes) / math.max(1, largest)))
  end
end
