package io.redisjobs.autoconfigure;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.core.env.Environment;

/**
 * Sees to it that nobody runs on the embedded Redis without knowing: where it is not
 * asked for, it is refused in production and warned of elsewhere.
 */
final class EmbeddedRedisUse {

	private static final Log logger = LogFactory.getLog(EmbeddedRedis.class);

	private static final Pattern PRODUCTION = Pattern.compile("(?i)(.*[^a-z])?prod(uction)?([^a-z].*)?");

	private final EmbeddedRedisProperties properties;

	private final Environment environment;

	EmbeddedRedisUse(EmbeddedRedisProperties properties, Environment environment) {
		this.properties = properties;
		this.environment = environment;
	}

	private boolean isAskedFor() {
		return this.properties.isAlways() || Boolean.TRUE.equals(this.properties.getEnabled());
	}

	void refuseProduction() {
		if (isAskedFor()) {
			return;
		}
		productionProfile().ifPresent((profile) -> {
			throw new EmbeddedRedisRefusedException("The profile '" + profile
					+ "' is active, and no spring.data.redis.* property says where Redis is. Jobs would go to an embedded "
					+ "Redis for development, which no other instance sees"
					+ ((this.properties.getDirectory() == null) ? " and whose data is deleted at the end." : "."));
		});
	}

	private Optional<String> productionProfile() {
		String[] active = this.environment.getActiveProfiles();
		return Arrays.stream((active.length > 0) ? active : this.environment.getDefaultProfiles())
			.filter((profile) -> PRODUCTION.matcher(profile).matches())
			.findFirst();
	}

	void announce(EmbeddedRedis redis) {
		EmbeddedRedisFolder folder = redis.folder();
		if (isAskedFor()) {
			logger.info("Started a Redis for development on " + redis.address() + " with its data in " + folder
					+ (folder.temporary() ? ", which is deleted at the end" : "") + ".");
			return;
		}
		logger.warn("No spring.data.redis.* property says where Redis is, so a Redis for development was started on "
				+ redis.address() + ".\n"
				+ (folder.temporary() ? "\tIts data is temporary: all jobs are gone when this application ends.\n"
						: "\tIts data is kept in " + folder + ".\n")
				+ platform()
					.map((platform) -> "\tThis application runs on " + platform
							+ ": its other instances, if any, have a Redis of their own and never see these jobs.\n")
					.orElse("")
				+ "\tTo use a real Redis, set spring.data.redis.host or spring.data.redis.url.\n"
				+ "\tIf this one is meant, set redis-jobs.embedded.enabled=true, which ends this warning"
				+ (folder.temporary() ? "; redis-jobs.embedded.directory keeps its data." : "."));
	}

	// no reason to refuse: builds and development go on in clusters, too
	private Optional<CloudPlatform> platform() {
		return Optional.ofNullable(CloudPlatform.getActive(this.environment))
			.filter((platform) -> platform != CloudPlatform.NONE);
	}

}
