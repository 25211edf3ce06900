package io.redisjobs.sample.report;

import io.redisjobs.JobContext;
import io.redisjobs.JobHandler;
import io.redisjobs.sample.Journal;

import org.springframework.stereotype.Component;

/**
 * Writes reports: a job whose children write the sections, and whose follow-up binds them
 * when the last one is done.
 */
@Component
public class Reports {

	/** The queue. */
	public static final String QUEUE = "reports";

	/** The type of the job that starts a tree. */
	public static final String OUTLINE = "outline";

	private final Journal journal;

	Reports(Journal journal) {
		this.journal = journal;
	}

	@JobHandler(queue = QUEUE, name = OUTLINE)
	void outline(Report report, JobContext job) {
		for (String name : report.sections()) {
			job.children().publish(new Section(report.title(), name), (options) -> options.name("section"));
		}
		job.then().publish(report, (options) -> options.name("binding"));
		this.journal.record(report.title(), "outlined", report.sections().size() + " sections");
	}

	@JobHandler(queue = QUEUE, name = "section")
	void write(Section section) {
		this.journal.record(section.report(), "written", section.name());
	}

	@JobHandler(queue = QUEUE, name = "binding")
	void bind(Report report) {
		this.journal.record(report.title(), "bound", report.title());
	}

}
