--@include addTaken
-- Takes up to max new entries; creates the group if it is missing.
local function takeNew(stream, group, consumer, max, taken)
  if max < 1 then
    return
  end
  local read = redis.pcall('XREADGROUP', 'GROUP', group, consumer, 'COUNT', max, 'STREAMS', stream, '>')
  if read and read.err then
    if not string.find(read.err, 'NOGROUP', 1, true) then
      error(read)
    end
    redis.call('XGROUP', 'CREATE', stream, group, '0', 'MKSTREAM')
    read = redis.call('XREADGROUP', 'GROUP', group, consumer, 'COUNT', max, 'STREAMS', stream, '>')
  end
  if read then
    for _, entry in ipairs(read[1][2]) do
      addTaken(taken, entry[1], 1, entry[2])
    end
  end
end
