package io.redisjobs.convert;

import java.lang.reflect.InvocationTargetException;

import com.google.protobuf.MessageLite;
import com.google.protobuf.MessageOrBuilder;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/** Payloads that are protobuf messages, where protobuf is on the class path. */
final class ProtobufPayloads {

	private static final boolean PRESENT = ClassUtils.isPresent("com.google.protobuf.MessageLite",
			ProtobufPayloads.class.getClassLoader());

	private ProtobufPayloads() {
	}

	static boolean isMessage(Class<?> type) {
		return PRESENT && Messages.is(type);
	}

	static byte[] write(Object message) {
		return Messages.write(message);
	}

	/** The full name of a message, if it describes itself. */
	static @Nullable String typeName(Object message) {
		return Messages.typeName(message);
	}

	/** Reads a message by its generated {@code parseFrom}. */
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

	/** What links to protobuf. */
	private static final class Messages {

		static boolean is(Class<?> type) {
			return MessageLite.class.isAssignableFrom(type);
		}

		static byte[] write(Object message) {
			return ((MessageLite) message).toByteArray();
		}

		static @Nullable String typeName(Object message) {
			return (message instanceof MessageOrBuilder described) ? described.getDescriptorForType().getFullName()
					: null;
		}

	}

}
