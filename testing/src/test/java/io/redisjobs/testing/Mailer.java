package io.redisjobs.testing;

import io.redisjobs.JobHandler;
import io.redisjobs.JobOperations;
import io.redisjobs.UnrecoverableJobException;

import org.springframework.stereotype.Component;

/** The handler under test. */
@Component
class Mailer {

	private final JobOperations jobs;

	Mailer(JobOperations jobs) {
		this.jobs = jobs;
	}

	@JobHandler("emails")
	String send(Mail mail) {
		switch (mail.to()) {
			case "nobody" -> throw new UnrecoverableJobException("nobody lives here");
			case "busy" -> throw new IllegalStateException("try again");
			case "everybody" -> this.jobs.publish("emails", new Mail("Ada"));
			default -> {
			}
		}
		return "sent to " + mail.to();
	}

}
