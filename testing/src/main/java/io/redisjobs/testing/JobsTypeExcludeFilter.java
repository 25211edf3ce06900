package io.redisjobs.testing;

import java.io.IOException;
import java.util.Set;

import io.redisjobs.JobHandler;
import io.redisjobs.annotation.JobHandlerConfigurer;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.listener.JobMonitor;
import io.redisjobs.listener.error.JobErrorHandler;
import io.redisjobs.listener.invoke.JobArgumentResolver;
import io.redisjobs.listener.invoke.JobInterceptor;
import io.redisjobs.publish.PublishInterceptor;

import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/** Leaves out components that have nothing to do with handling jobs. */
final class JobsTypeExcludeFilter extends StandardAnnotationCustomizableTypeExcludeFilter<JobsTest> {

	private static final Set<Class<?>> INCLUDES = Set.of(JobHandlerConfigurer.class, JobErrorHandler.class,
			JobInterceptor.class, JobArgumentResolver.class, JobMonitor.class, PayloadConverter.class,
			PublishInterceptor.class);

	JobsTypeExcludeFilter(Class<?> testClass) {
		super(testClass);
	}

	@Override
	protected Set<Class<?>> getKnownIncludes() {
		return INCLUDES;
	}

	@Override
	protected boolean defaultInclude(MetadataReader metadataReader, MetadataReaderFactory metadataReaderFactory)
			throws IOException {
		return metadataReader.getAnnotationMetadata().hasAnnotatedMethods(JobHandler.class.getName())
				|| super.defaultInclude(metadataReader, metadataReaderFactory);
	}

}
