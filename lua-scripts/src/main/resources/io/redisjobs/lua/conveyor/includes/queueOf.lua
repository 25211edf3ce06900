-- The queue that the bytes of a job name, without reading its payload; nothing if they are not in field order.
local function queueOf(bytes)
	local at = 1
	for _ = 1, 3 do
		local tag, size, factor = string.byte(bytes, at), 0, 1
		at = at + 1
		local part
		repeat
			part = string.byte(bytes, at) or 0
			size = size + (part % 128) * factor
			factor = factor * 128
			at = at + 1
		until part < 128 or factor > 268435456
		if tag == 26 then
			return string.sub(bytes, at, at + size - 1)
		elseif tag ~= 10 and tag ~= 18 then
			return nil
		end
		at = at + size
	end
	return nil
end
