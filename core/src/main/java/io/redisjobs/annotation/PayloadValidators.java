package io.redisjobs.annotation;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ClassUtils;
import org.springframework.validation.Validator;
import org.springframework.validation.beanvalidation.SpringValidatorAdapter;

/**
 * The validators of the application: the one that it would have injected first, then the
 * others in their order, and then those of Jakarta Validation that are no validators of
 * Spring.
 */
final class PayloadValidators implements Supplier<List<Validator>> {

	private static final boolean JAKARTA = ClassUtils.isPresent("jakarta.validation.Validator",
			PayloadValidators.class.getClassLoader());

	private final ListableBeanFactory beans;

	PayloadValidators(ListableBeanFactory beans) {
		this.beans = beans;
	}

	@Override
	public List<Validator> get() {
		ObjectProvider<Validator> validators = this.beans.getBeanProvider(Validator.class);
		Stream<Validator> first = Stream.ofNullable(validators.getIfUnique());
		Stream<Validator> jakarta = JAKARTA ? Jakarta.validators(this.beans) : Stream.empty();
		return Stream.concat(Stream.concat(first, validators.orderedStream()), jakarta).distinct().toList();
	}

	/** What links to Jakarta Validation. */
	private static final class Jakarta {

		static Stream<Validator> validators(ListableBeanFactory beans) {
			ObjectProvider<jakarta.validation.Validator> validators = beans
				.getBeanProvider(jakarta.validation.Validator.class);
			return Stream.concat(Stream.ofNullable(validators.getIfUnique()), validators.orderedStream())
				.map((validator) -> (validator instanceof Validator known) ? known
						: new SpringValidatorAdapter(validator));
		}

	}

}
