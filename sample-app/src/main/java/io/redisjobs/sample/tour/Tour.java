package io.redisjobs.sample.tour;

import java.util.List;

import io.redisjobs.sample.Journal;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.ExitCodeGenerator;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Goes through the contracts once when the application has started. */
@Component
public class Tour implements ApplicationRunner, ExitCodeGenerator {

	private final List<Chapter> chapters;

	private final Journal journal;

	private final Environment environment;

	private final Account account = new Account(System.out);

	Tour(List<Chapter> chapters, Journal journal, Environment environment) {
		this.chapters = chapters;
		this.journal = journal;
		this.environment = environment;
	}

	@Override
	public void run(ApplicationArguments args) {
		if (!this.environment.getProperty("demo.tour", Boolean.class, true)) {
			return;
		}
		Runnable end = this.journal.followAll(this.account::happened);
		try {
			for (Chapter chapter : this.chapters) {
				this.account.chapter(chapter.title());
				chapter.tell(this.account);
			}
		}
		finally {
			end.run();
		}
		this.account.end();
		if (!this.environment.getProperty("demo.exit", Boolean.class, false)) {
			System.out.println("Publish jobs of your own at http://localhost:"
					+ this.environment.getProperty("local.server.port", "8080") + "/ and stop me with Ctrl+C.");
		}
	}

	@Override
	public int getExitCode() {
		return this.account.allMet() ? 0 : 1;
	}

}
