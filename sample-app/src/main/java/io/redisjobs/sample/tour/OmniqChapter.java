package io.redisjobs.sample.tour;

import java.util.List;
import java.util.UUID;

import io.redisjobs.JobOperations;
import io.redisjobs.sample.Journal;
import io.redisjobs.sample.mail.Mail;
import io.redisjobs.sample.mail.Mails;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Shows tenants that cannot crowd each other out. */
@Component
@Order(2)
class OmniqChapter implements Chapter {

	private static final int MAILS = 4;

	private final JobOperations jobs;

	private final Journal journal;

	OmniqChapter(JobOperations jobs, Journal journal) {
		this.jobs = jobs;
		this.journal = journal;
	}

	@Override
	public String title() {
		return "OmniQ: tenants with limits of their own";
	}

	@Override
	public void tell(Account account) {
		String campaign = "campaign-" + UUID.randomUUID().toString().substring(0, 8);
		for (int number = 1; number <= MAILS; number++) {
			publish(campaign, "acme", number, 1);
			publish(campaign, "globex", number, 2);
		}
		List<Journal.Entry> sent = this.journal.await(campaign, PATIENCE, (entries) -> entries.size() >= 2 * MAILS);
		account.expect("all " + 2 * MAILS + " mails were sent", sent.size() == 2 * MAILS);
		List<String> acme = details(campaign + "/acme");
		account.expect("acme's mails went one at a time, in their order: " + acme,
				acme.equals(List.of("1 (1 at a time)", "2 (1 at a time)", "3 (1 at a time)", "4 (1 at a time)")));
		List<String> globex = details(campaign + "/globex");
		account.expect("of globex's mails at most two went at a time: " + globex, globex.size() == MAILS
				&& globex.stream().allMatch((detail) -> detail.contains("(1 at") || detail.contains("(2 at")));
	}

	private void publish(String campaign, String tenant, int number, int limit) {
		this.jobs.publish(Mails.QUEUE, new Mail(campaign, tenant, number),
				(options) -> options.group(campaign + "." + tenant, limit));
	}

	private List<String> details(String topic) {
		return this.journal.entries(topic).stream().map(Journal.Entry::detail).toList();
	}

}
