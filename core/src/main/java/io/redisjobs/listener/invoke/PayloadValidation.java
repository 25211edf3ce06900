package io.redisjobs.listener.invoke;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.redisjobs.InvalidPayloadException;
import io.redisjobs.InvalidPayloadException.Violation;
import io.redisjobs.protocol.Printable;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.InvalidPropertyException;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.validation.BeanPropertyBindingResult;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
import org.springframework.validation.SmartValidator;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.ValidationAnnotationUtils;

/**
 * Validates the payload of a handler that asks for it, by the annotations by which
 * handlers of web requests do. Of lists, arrays, maps and optionals, the elements are
 * validated.
 */
final class PayloadValidation {

	// both may be absent
	private static final String CONSTRAINT = "jakarta.validation.Constraint";

	private static final String METHOD_VALIDATION = "org.springframework.validation.beanvalidation.MethodValidationInterceptor";

	private final Validator validator;

	private final Object[] groups;

	private PayloadValidation(Validator validator, Object[] groups) {
		this.validator = validator;
		this.groups = groups;
	}

	/**
	 * The validation that an argument asks for, if it does.
	 * @param handler the method
	 * @param parameter its payload argument
	 * @param payload the payload's type
	 * @param validators the validators there are
	 * @throws io.redisjobs.InvalidJobsConfigurationException if nothing can do it
	 */
	static @Nullable PayloadValidation of(HandlerMethod handler, MethodParameter parameter, Type payload,
			Supplier<List<Validator>> validators) {
		DeclaredArgument argument = DeclaredArgument.of(handler, parameter.getParameterIndex());
		if (isConstrained(argument) && !handler.isAdvisedBy(METHOD_VALIDATION)) {
			throw handler.refusal("has constraints on its payload argument, which nothing here checks",
					"Put them into the payload's class and @Valid on the argument; or annotate the handler's class with "
							+ "@Validated, which checks them with org.springframework.boot:spring-boot-starter-validation.");
		}
		Object[] groups = groups(argument);
		if (groups == null) {
			return null;
		}
		argument.unreached((annotation) -> ValidationAnnotationUtils.determineValidationHints(annotation) != null)
			.findFirst()
			.ifPresent((type) -> {
				throw handler.refusal(
						"asks for the validation of what is in " + type.getSimpleName()
								+ ", and only the elements of lists and arrays, the values of maps and what is in an "
								+ "Optional are validated",
						"Put @Valid on the argument, and on the property of a class that is to be validated with it.");
			});
		Class<?> type = validated(ResolvableType.forType(payload)).resolve(Object.class);
		Validator validator = validators.get()
			.stream()
			.filter((candidate) -> candidate.supports(type))
			.findFirst()
			.orElseThrow(() -> handler.refusal(
					"asks for the validation of its payload, and nothing here can validate " + type.getSimpleName(),
					"Add org.springframework.boot:spring-boot-starter-validation, or a bean of type "
							+ "org.springframework.validation.Validator that supports " + type.getName()
							+ "; or remove the annotation from the argument."));
		if (groups.length > 0 && !(validator instanceof SmartValidator)) {
			throw handler.refusal(
					"names groups for the validation of its payload, and " + validator.getClass().getName()
							+ " knows none",
					"Remove the groups from the argument's annotation, or let the validator be a SmartValidator.");
		}
		return new PayloadValidation(validator, groups);
	}

	/** Whether a parameter asks for validation. */
	static boolean isWanted(HandlerMethod handler, MethodParameter parameter) {
		return groups(DeclaredArgument.of(handler, parameter.getParameterIndex())) != null;
	}

	private static boolean isConstrained(DeclaredArgument argument) {
		return argument.annotations()
			.anyMatch((annotation) -> MergedAnnotations.from(annotation.annotationType()).isPresent(CONSTRAINT));
	}

	private static Object @Nullable [] groups(DeclaredArgument argument) {
		return argument.annotations()
			.map(ValidationAnnotationUtils::determineValidationHints)
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	private static ResolvableType validated(ResolvableType type) {
		Class<?> raw = type.resolve(Object.class);
		if (Collection.class.isAssignableFrom(raw)) {
			return validated(type.as(Collection.class).getGeneric(0));
		}
		if (Map.class.isAssignableFrom(raw)) {
			return validated(type.as(Map.class).getGeneric(1));
		}
		if (raw == Optional.class) {
			return validated(type.getGeneric(0));
		}
		return Object[].class.isAssignableFrom(raw) ? validated(type.getComponentType()) : type;
	}

	/**
	 * Validates a payload.
	 * @param queue the job's queue
	 * @param payload the payload; {@code null} is valid, as everywhere
	 * @return the payload
	 * @throws InvalidPayloadException if it is not valid
	 */
	@Nullable Object check(String queue, @Nullable Object payload) {
		List<Violation> violations = new ArrayList<>();
		collect("", payload, violations);
		if (!violations.isEmpty()) {
			throw new InvalidPayloadException(queue, violations);
		}
		return payload;
	}

	private void collect(String path, @Nullable Object value, List<Violation> violations) {
		if (value instanceof Collection<?> elements) {
			int index = 0;
			for (Object element : elements) {
				collect(path + "[" + index++ + "]", element, violations);
			}
		}
		else if (value instanceof Object[] elements) {
			collect(path, Arrays.asList(elements), violations);
		}
		else if (value instanceof Map<?, ?> entries) {
			entries.forEach((key, element) -> collect(path + "[" + key + "]", element, violations));
		}
		else if (value instanceof Optional<?> optional) {
			collect(path, optional.orElse(null), violations);
		}
		else if (value != null) {
			validate(path, value, violations);
		}
	}

	private void validate(String path, Object value, List<Violation> violations) {
		Problems problems = new Problems(value);
		if (this.validator instanceof SmartValidator smart) {
			smart.validate(value, problems, this.groups);
		}
		else {
			this.validator.validate(value, problems);
		}
		problems.getAllErrors()
			.stream()
			.map((error) -> violation(path, error))
			.sorted(Comparator.comparing(Violation::path).thenComparing(Violation::message))
			.forEach(violations::add);
	}

	private static Violation violation(String path, ObjectError error) {
		String field = (error instanceof FieldError inner) ? inner.getField() : "";
		String message = (error.getDefaultMessage() != null) ? error.getDefaultMessage()
				: Objects.requireNonNullElse(error.getCode(), "not valid");
		return new Violation(Printable.of((path.isEmpty() || field.isEmpty()) ? path + field : path + "." + field),
				Printable.of(message));
	}

	/**
	 * Collects what is wrong; values that it cannot read do not matter, nobody sees them.
	 */
	private static final class Problems extends BeanPropertyBindingResult {

		Problems(Object payload) {
			super(payload, "payload");
		}

		@Override
		protected @Nullable Object getActualFieldValue(String field) {
			try {
				return super.getActualFieldValue(field);
			}
			catch (InvalidPropertyException ex) {
				return null;
			}
		}

	}

}
