-- A table of what Redis tells flat: name, value, name, value.
local function fieldsOf(flat)
  local fields = {}
  for at = 1, #flat, 2 do
    fields[flat[at]] = flat[at + 1]
  end
  return fields
end
