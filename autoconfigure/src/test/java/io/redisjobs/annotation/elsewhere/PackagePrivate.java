package io.redisjobs.annotation.elsewhere;

import io.redisjobs.JobHandler;

/** Has a handler that classes of other packages cannot override. */
public class PackagePrivate {

	private final String name = "Ada";

	@JobHandler("proxied")
	String handle() {
		return this.name;
	}

}
