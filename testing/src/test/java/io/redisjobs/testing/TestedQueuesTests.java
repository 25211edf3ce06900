package io.redisjobs.testing;

import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.OpenQueue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.CALLS_REAL_METHODS;
import static org.mockito.Mockito.mock;

/** Tests what is said of a contract of somebody's own that tests can do nothing to. */
class TestedQueuesTests {

	@Test
	void aContractThatCannotBeRehearsedIsToldWithWhatToDo() {
		JobProtocol paper = mock(JobProtocol.class);
		given(paper.id()).willReturn("paper");
		OpenQueue queue = new OpenQueue("letters", paper, mock(JobQueue.class, CALLS_REAL_METHODS));
		assertThatIllegalStateException().isThrownBy(() -> TestedQueues.rehearsal(queue))
			.withMessage("Queue 'letters' has the contract 'paper', whose queues have no "
					+ "io.redisjobs.protocol.RehearsalRole: they can neither be emptied after a test nor moved on in time. "
					+ "Let them have it, or set @AutoConfigureRedisJobs(clear = false) and do not call advance(..).");
	}

}
