package io.redisjobs.convert;

import java.lang.reflect.InvocationTargetException;

/** Reads protobuf messages by their generated {@code parseFrom}. */
final class ProtobufPayloads {

	private ProtobufPayloads() {
	}

	static Object read(byte[] payload, Class<?> type) {
		try {
			return type.getMethod("parseFrom", byte[].class).invoke(null, (Object) payload);
		}
		catch (InvocationTargetException ex) {
			throw new PayloadMismatchException(
					"The payload is no " + type.getName() + ": " + ex.getTargetException().getMessage(),
					ex.getTargetException());
		}
		catch (ReflectiveOperationException ex) {
			throw new PayloadMismatchException(type.getName() + " has no parseFrom(byte[])", ex);
		}
	}

}
