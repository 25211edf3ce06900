package io.redisjobs.testing;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
import org.springframework.core.type.AnnotationMetadata;
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
		return hasHandlers(metadataReader.getAnnotationMetadata(), metadataReaderFactory)
				|| super.defaultInclude(metadataReader, metadataReaderFactory);
	}

	/** Whether a type has handlers, inherited ones included. */
	private static boolean hasHandlers(AnnotationMetadata type, MetadataReaderFactory readers) throws IOException {
		if (type.hasAnnotatedMethods(JobHandler.class.getName())) {
			return true;
		}
		List<String> parents = new ArrayList<>(List.of(type.getInterfaceNames()));
		if (type.getSuperClassName() != null) {
			parents.add(type.getSuperClassName());
		}
		for (String parent : parents) {
			if (!parent.startsWith("java.") && hasHandlers(parent, readers)) {
				return true;
			}
		}
		return false;
	}

	private static boolean hasHandlers(String type, MetadataReaderFactory readers) throws IOException {
		try {
			return hasHandlers(readers.getMetadataReader(type).getAnnotationMetadata(), readers);
		}
		catch (FileNotFoundException ex) {
			// the type is optional and not there, so that no component has it
			return false;
		}
	}

}
