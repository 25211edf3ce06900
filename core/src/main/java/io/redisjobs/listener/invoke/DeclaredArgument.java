package io.redisjobs.listener.invoke;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * A handler's argument as it is declared: by the method and by those that it implements
 * or overrides.
 *
 * @param declarations where it is declared
 */
record DeclaredArgument(List<Parameter> declarations) {

	static DeclaredArgument of(HandlerMethod handler, int index) {
		List<Parameter> declarations = new ArrayList<>();
		declarations.add(handler.method().getParameters()[index]);
		overridden(handler.method(), ClassUtils.getUserClass(handler.type()))
			.forEach((method) -> declarations.add(method.getParameters()[index]));
		return new DeclaredArgument(declarations);
	}

	private static Stream<Method> overridden(Method method, Class<?> type) {
		Set<Class<?>> supertypes = new LinkedHashSet<>();
		for (Class<?> parent = type; parent != null; parent = parent.getSuperclass()) {
			supertypes.add(parent);
		}
		supertypes.addAll(ClassUtils.getAllInterfacesForClassAsSet(type));
		return supertypes.stream()
			.flatMap((supertype) -> Arrays.stream(supertype.getDeclaredMethods()))
			.filter((candidate) -> !candidate.equals(method) && !candidate.isBridge()
					&& candidate.getName().equals(method.getName())
					&& candidate.getParameterCount() == method.getParameterCount()
					&& BridgeMethodResolver.getMostSpecificMethod(candidate, type).equals(method));
	}

	/** Its annotations and those in its type, as in {@code List<@Valid Mail>}. */
	Stream<Annotation> annotations() {
		return this.declarations.stream()
			.flatMap((declaration) -> Stream.concat(Arrays.stream(declaration.getAnnotations()),
					annotations(declaration.getAnnotatedType())));
	}

	private static Stream<Annotation> annotations(AnnotatedType type) {
		return Stream.concat(Arrays.stream(type.getAnnotations()),
				inner(type).stream().flatMap(DeclaredArgument::annotations));
	}

	private static List<AnnotatedType> inner(AnnotatedType type) {
		if (type instanceof AnnotatedParameterizedType generic) {
			return List.of(generic.getAnnotatedActualTypeArguments());
		}
		if (type instanceof AnnotatedWildcardType wildcard) {
			return List.of(wildcard.getAnnotatedUpperBounds());
		}
		return (type instanceof AnnotatedArrayType array) ? List.of(array.getAnnotatedGenericComponentType())
				: List.of();
	}

	/**
	 * The classes in its type with annotations on what is in them, which is no element of
	 * a list, an array, a map or an optional.
	 */
	Stream<Class<?>> unreached(Predicate<Annotation> wanted) {
		return this.declarations.stream().flatMap((declaration) -> unreached(declaration.getAnnotatedType(), wanted));
	}

	private static Stream<Class<?>> unreached(AnnotatedType type, Predicate<Annotation> wanted) {
		List<AnnotatedType> inner = inner(type);
		Class<?> raw = ResolvableType.forType(type.getType()).toClass();
		int reached = !(type instanceof AnnotatedParameterizedType) || isContainer(raw) ? inner.size() - 1
				: inner.size();
		// of a map, the values are elements
		boolean missed = inner.subList(0, Math.max(0, reached))
			.stream()
			.flatMap(DeclaredArgument::annotations)
			.anyMatch(wanted);
		return Stream.concat(missed ? Stream.of(raw) : Stream.empty(),
				inner.stream().flatMap((next) -> unreached(next, wanted)));
	}

	private static boolean isContainer(Class<?> type) {
		return type == Iterable.class || Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)
				|| type == Optional.class;
	}

}
