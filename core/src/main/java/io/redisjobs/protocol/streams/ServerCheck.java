package io.redisjobs.protocol.streams;

import java.util.concurrent.atomic.AtomicBoolean;

import io.redisjobs.redis.Reply;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Warns once of a server that is not set up as the contract asks. */
final class ServerCheck {

	private static final Log logger = LogFactory.getLog(ServerCheck.class);

	private final AtomicBoolean done = new AtomicBoolean();

	void warnOnce(StreamsScripts scripts) {
		if (this.done.get() || !this.done.compareAndSet(false, true)) {
			return;
		}
		try {
			Reply sections = scripts.describeServer();
			String version = new ServerInfo(sections.text(0)).value("redis_version");
			String appendOnly = new ServerInfo(sections.text(1)).value("aof_enabled");
			String policy = new ServerInfo(sections.text(2)).value("maxmemory_policy");
			if (version != null && version.matches("[1-6]\\..*")) {
				logger.warn("Redis " + version + " is too old for job streams, which need Redis 7");
			}
			if ("0".equals(appendOnly)) {
				logger.warn("Redis runs without appendonly: jobs on streams are lost when it is restarted");
			}
			if (policy != null && !"noeviction".equals(policy)) {
				logger.warn("Redis runs with maxmemory-policy " + policy
						+ ": it may drop whole streams when memory is short; set noeviction");
			}
		}
		catch (RuntimeException ex) {
			// a server that does not tell is not asked again
			logger.debug("Cannot check the server's settings", ex);
		}
	}

}
