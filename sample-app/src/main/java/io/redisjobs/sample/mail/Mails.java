package io.redisjobs.sample.mail;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.redisjobs.JobContext;
import io.redisjobs.JobHandler;
import io.redisjobs.sample.Journal;

import org.springframework.stereotype.Component;

/** Sends mail, of each tenant only as many at a time as its group allows. */
@Component
public class Mails {

	/** The queue. */
	public static final String QUEUE = "mails";

	private final Journal journal;

	private final Map<String, Integer> running = new ConcurrentHashMap<>();

	Mails(Journal journal) {
		this.journal = journal;
	}

	@JobHandler(QUEUE)
	void send(Mail mail, JobContext job) throws InterruptedException {
		String line = mail.campaign() + "/" + mail.tenant();
		int now = this.running.merge(line, 1, Integer::sum);
		try {
			this.journal.record(line, "sending", mail.number() + " (" + now + " at a time)");
			// a mail server takes its time
			TimeUnit.MILLISECONDS.sleep(30);
		}
		finally {
			this.running.computeIfPresent(line, (key, count) -> (count > 1) ? count - 1 : null);
		}
		this.journal.record(mail.campaign(), "sent", mail.tenant() + " " + mail.number());
	}

}
