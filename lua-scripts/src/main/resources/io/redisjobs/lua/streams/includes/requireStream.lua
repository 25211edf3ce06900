-- Stops the script before its first write when a key cannot take entries.
local function requireStream(key)
  local kind = redis.call('TYPE', key).ok
  if kind ~= 'stream' and kind ~= 'none' then
    error({ err = 'WRONGTYPE key ' .. key .. ' is a ' .. kind .. ', not a stream' })
  end
end
