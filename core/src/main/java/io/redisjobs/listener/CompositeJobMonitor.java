package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import io.redisjobs.JobContext;
import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.Settlement;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** Tells several monitors, and keeps their errors away from the jobs. */
final class CompositeJobMonitor implements JobMonitor {

	private static final Log logger = LogFactory.getLog(CompositeJobMonitor.class);

	private final List<JobMonitor> monitors;

	CompositeJobMonitor(List<JobMonitor> monitors) {
		this.monitors = List.copyOf(monitors);
	}

	private void tell(String queue, Consumer<JobMonitor> message) {
		for (JobMonitor monitor : this.monitors) {
			try {
				message.accept(monitor);
			}
			catch (Throwable ex) {
				logger.warn(LogText.of(queue) + "monitor " + monitor.getClass().getName()
						+ " failed; jobs are not affected", ex);
			}
		}
	}

	@Override
	public void started(JobContext job) {
		tell(job.queue(), (monitor) -> monitor.started(job));
	}

	@Override
	public void completed(JobContext job, @Nullable Object result, Duration duration) {
		tell(job.queue(), (monitor) -> monitor.completed(job, result, duration));
	}

	@Override
	public void failed(JobContext job, Throwable error, Settlement settlement, Duration duration) {
		tell(job.queue(), (monitor) -> monitor.failed(job, error, settlement, duration));
	}

	@Override
	public void leaseLost(JobContext job) {
		tell(job.queue(), (monitor) -> monitor.leaseLost(job));
	}

	@Override
	public void extensionLate(String queue) {
		tell(queue, (monitor) -> monitor.extensionLate(queue));
	}

	@Override
	public void writeRepeated(String queue) {
		tell(queue, (monitor) -> monitor.writeRepeated(queue));
	}

	@Override
	public void maintained(String queue, MaintenanceReport report) {
		tell(queue, (monitor) -> monitor.maintained(queue, report));
	}

	@Override
	public void upkeepChanged(String queue, @Nullable Throwable reason) {
		tell(queue, (monitor) -> monitor.upkeepChanged(queue, reason));
	}

	@Override
	public void containerChanged(String queue, ContainerState state, @Nullable Throwable reason) {
		tell(queue, (monitor) -> monitor.containerChanged(queue, state, reason));
	}

}
