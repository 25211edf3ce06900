package io.redisjobs.sample.tour;

import java.util.List;
import java.util.UUID;

import io.redisjobs.JobOperations;
import io.redisjobs.sample.Journal;
import io.redisjobs.sample.report.Report;
import io.redisjobs.sample.report.Reports;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Shows a tree of jobs and its follow-up. */
@Component
@Order(3)
class ConveyorChapter implements Chapter {

	private final JobOperations jobs;

	private final Journal journal;

	ConveyorChapter(JobOperations jobs, Journal journal) {
		this.jobs = jobs;
		this.journal = journal;
	}

	@Override
	public String title() {
		return "Conveyor: a tree of jobs, and a follow-up that waits for all of it";
	}

	@Override
	public void tell(Account account) {
		String title = "report-" + UUID.randomUUID().toString().substring(0, 8);
		this.jobs.publish(Reports.QUEUE, new Report(title, List.of("sales", "costs", "outlook")),
				(options) -> options.name(Reports.OUTLINE));
		List<String> story = this.journal
			.await(title, PATIENCE, (entries) -> entries.stream().anyMatch((entry) -> entry.what().equals("bound")))
			.stream()
			.map(Journal.Entry::what)
			.toList();
		account.expect("three sections were written after the outline, and bound after the last of them: " + story,
				story.equals(List.of("outlined", "written", "written", "written", "bound")));
	}

}
