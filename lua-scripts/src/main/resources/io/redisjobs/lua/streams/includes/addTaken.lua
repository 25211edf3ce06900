-- Appends an entry to a flat reply: id, delivery count, payload (false where the entry has none). Answers its size.
local function addTaken(taken, id, deliveries, fields)
  local payload = false
  for i = 1, #fields, 2 do
    if fields[i] == 'payload' then
      payload = fields[i + 1]
      break
    end
  end
  local n = #taken
  taken[n + 1] = id
  taken[n + 2] = deliveries
  taken[n + 3] = payload
  return payload and #payload or 0
end
