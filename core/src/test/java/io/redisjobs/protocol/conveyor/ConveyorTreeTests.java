package io.redisjobs.protocol.conveyor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.redisjobs.JobState;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.protocol.conveyor.ConveyorSettings.ChildFailure;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Parents, children and heirs. */
class ConveyorTreeTests extends ConveyorQueueFixture {

	private void child(String parent, String name) {
		this.client.add(Conveyor.job("mail", name).parentUuid(Conveyor.uuid(parent)).build(), false);
	}

	private void heir(String predecessor, String name) {
		this.client.add(Conveyor.job("mail", name).predecessorUuid(Conveyor.uuid(predecessor)).build(), false);
	}

	/** Works everything, each job adding the children and heirs given for it. */
	private List<String> work(Map<String, List<String>> children, Map<String, List<String>> heirs) {
		return Conveyor.work(this.queue, (name) -> {
			children.getOrDefault(name, List.of()).forEach((child) -> child(name, child));
			heirs.getOrDefault(name, List.of()).forEach((heir) -> heir(name, heir));
		});
	}

	private void nothingIsLeft(Jedis jedis) {
		this.conveyor.close();
		assertThat(TestRedis.keys(jedis)).isEmpty();
	}

	@Test
	void aChildStartsWhenItsParentHasRunAndHeirsAfterBoth(Jedis jedis) {
		add("root");
		assertThat(work(Map.of("root", List.of("child")), Map.of("root", List.of("heir")))).containsExactly("root",
				"child", "heir");
		nothingIsLeft(jedis);
	}

	@Test
	void aParentEndsWithItsThirdChild(Jedis jedis) {
		add("root");
		ConveyorReservedJob root = Conveyor.takeOne(this.queue);
		List.of("a", "b", "c").forEach((name) -> child("root", name));
		assertThat(Conveyor.take(this.queue, 10)).isEmpty();
		Conveyor.complete(this.queue, root);
		List<ConveyorReservedJob> children = Conveyor.take(this.queue, 10);
		assertThat(children).extracting(Conveyor::name).containsExactly("a", "b", "c");
		assertThat(this.queue.inspect().count(JobState.WAITING_CHILDREN)).isOne();
		for (ConveyorReservedJob child : children) {
			assertThat(jedis.exists("jobs:" + root.id())).isTrue();
			Conveyor.complete(this.queue, child);
		}
		assertThat(jedis.exists("jobs:" + root.id())).isFalse();
		nothingIsLeft(jedis);
	}

	@Test
	void aHeirWaitsForGrandchildren(Jedis jedis) {
		add("root");
		assertThat(work(Map.of("root", List.of("a", "b"), "a", List.of("a1", "a2"), "a2", List.of("deep")),
				Map.of("root", List.of("last"), "a", List.of("after a"))))
			.containsExactly("root", "a", "b", "a1", "a2", "deep", "after a", "last");
		nothingIsLeft(jedis);
	}

	@Test
	void heirsOfHeirsFollow(Jedis jedis) {
		add("root");
		assertThat(
				work(Map.of("second", List.of("child")), Map.of("root", List.of("second"), "second", List.of("third"))))
			.containsExactly("root", "second", "child", "third");
		nothingIsLeft(jedis);
	}

	@Test
	void moreChildrenThanABatchAreAllReleased(Jedis jedis) {
		add("root");
		List<String> names = new ArrayList<>();
		for (int i = 0; i < 250; i++) {
			names.add("child " + i);
		}
		List<String> expected = new ArrayList<>(List.of("root"));
		expected.addAll(names);
		expected.add("heir");
		assertThat(work(Map.of("root", names), Map.of("root", List.of("heir")))).isEqualTo(expected);
		nothingIsLeft(jedis);
	}

	@Test
	void childrenMayGoToAnotherQueue(Jedis jedis) {
		add("root");
		JobQueue other = this.conveyor.open("other");
		ConveyorReservedJob root = Conveyor.takeOne(this.queue);
		this.client.add(Conveyor.job("other", "child").parentUuid(root.id()).build(), false);
		heir("root", "heir");
		Conveyor.complete(this.queue, root);
		assertThat(Conveyor.take(this.queue, 1)).isEmpty();
		assertThat(Conveyor.work(other)).containsExactly("child");
		assertThat(Conveyor.work(this.queue)).containsExactly("heir");
		nothingIsLeft(jedis);
	}

	@Test
	void aRetriedChildReachesTheQueueAndUnblocksItsParent(Jedis jedis) {
		add("root");
		ConveyorReservedJob root = Conveyor.takeOne(this.queue);
		child("root", "child");
		heir("root", "heir");
		Conveyor.complete(this.queue, root);
		Conveyor.fail(this.queue, Conveyor.takeOne(this.queue), FailureAction.retry());
		assertThat(Conveyor.take(this.queue, 1)).isEmpty();
		this.conveyor.clock.advance(Duration.ofSeconds(2));
		this.queue.maintain(100);
		assertThat(Conveyor.work(this.queue)).containsExactly("child", "heir");
		nothingIsLeft(jedis);
	}

	@Test
	void aScheduledChildHoldsTheHeirBack(Jedis jedis) {
		add("root");
		ConveyorReservedJob root = Conveyor.takeOne(this.queue);
		this.client.add(Conveyor.job("mail", "child")
			.parentUuid(root.id())
			.runAt(this.conveyor.clock.instant().plusSeconds(60))
			.build(), false);
		heir("root", "heir");
		Conveyor.complete(this.queue, root);
		assertThat(Conveyor.take(this.queue, 1)).isEmpty();
		this.conveyor.clock.advance(Duration.ofSeconds(60));
		this.queue.maintain(100);
		assertThat(Conveyor.work(this.queue)).containsExactly("child", "heir");
		nothingIsLeft(jedis);
	}

	@Test
	void aFailedRunLosesItsChildrenAndTheNextAddsThemAgain(Jedis jedis) {
		add("root");
		ConveyorReservedJob root = Conveyor.takeOne(this.queue);
		child("root", "child");
		heir("root", "heir");
		Conveyor.fail(this.queue, root, FailureAction.retryAfter(Duration.ZERO));
		assertThat(work(Map.of("root", List.of("child")), Map.of("root", List.of("heir")))).containsExactly("root",
				"child", "heir");
		nothingIsLeft(jedis);
	}

	@Test
	void childrenThatWereThereBeforeTheRunSurviveItsFailure(Jedis jedis) {
		use(ConveyorSettings.defaults().withVerifyParent(false));
		child("root", "early child");
		heir("root", "early heir");
		add("root");
		ConveyorReservedJob root = Conveyor.takeOne(this.queue);
		child("root", "child");
		Conveyor.fail(this.queue, root, FailureAction.retryAfter(Duration.ZERO));
		assertThat(work(Map.of("root", List.of("child")), Map.of())).containsExactly("root", "early child", "child",
				"early heir");
		nothingIsLeft(jedis);
	}

	@Test
	void aParentWaitsForAChildThatFailedForGoodUntilItIsDiscarded(Jedis jedis) {
		add("root");
		ConveyorReservedJob root = Conveyor.takeOne(this.queue);
		child("root", "child");
		heir("root", "heir");
		Conveyor.complete(this.queue, root);
		Conveyor.fail(this.queue, Conveyor.takeOne(this.queue), FailureAction.fail());
		assertThat(Conveyor.take(this.queue, 1)).isEmpty();
		assertThat(this.client.discardFailed(Conveyor.uuid("child"))).isTrue();
		assertThat(Conveyor.work(this.queue)).containsExactly("heir");
		nothingIsLeft(jedis);
	}

	@Test
	void aParentGoesOnWhenItsFailedChildIsRetried(Jedis jedis) {
		add("root");
		ConveyorReservedJob root = Conveyor.takeOne(this.queue);
		child("root", "child");
		heir("root", "heir");
		Conveyor.complete(this.queue, root);
		Conveyor.fail(this.queue, Conveyor.takeOne(this.queue), FailureAction.fail());
		this.client.retryFailed(Conveyor.uuid("child"));
		assertThat(Conveyor.work(this.queue)).containsExactly("child", "heir");
		nothingIsLeft(jedis);
	}

	@Test
	void aParentMayGoOnWithoutAChildThatFailedForGood() {
		use(ConveyorSettings.defaults().withChildFailure(ChildFailure.RELEASE));
		add("root");
		ConveyorReservedJob root = Conveyor.takeOne(this.queue);
		child("root", "child");
		heir("root", "heir");
		Conveyor.complete(this.queue, root);
		Conveyor.fail(this.queue, Conveyor.takeOne(this.queue), FailureAction.fail());
		assertThat(Conveyor.work(this.queue)).containsExactly("heir");
		assertThat(this.client.countFailed()).isOne();
	}

	@Test
	void removingAQueuedChildLetsItsParentGoOn(Jedis jedis) {
		add("root");
		ConveyorReservedJob root = Conveyor.takeOne(this.queue);
		child("root", "child");
		heir("root", "heir");
		Conveyor.complete(this.queue, root);
		assertThat(this.client.removeQueued(this.client.queued("mail", 0, 1).get(0))).isTrue();
		assertThat(Conveyor.work(this.queue)).containsExactly("heir");
		nothingIsLeft(jedis);
	}

	@Test
	void aChildAddedFromOutsideDoesNotEndAParentThatStillRuns(Jedis jedis) {
		add("root");
		ConveyorReservedJob root = Conveyor.takeOne(this.queue);
		heir("root", "heir");
		this.client.add(Conveyor.job("mail", "child").parentUuid(root.id()).build(), true);
		assertThat(Conveyor.work(this.queue)).containsExactly("child");
		assertThat(jedis.exists("jobs:" + root.id())).isTrue();
		Conveyor.complete(this.queue, root);
		assertThat(Conveyor.work(this.queue)).containsExactly("heir");
		nothingIsLeft(jedis);
	}

	@Test
	void aWorkerThatLostItsParentJobReleasesNothing(Jedis jedis) {
		add("root");
		ConveyorReservedJob lost = Conveyor.takeOne(this.queue);
		child("root", "child");
		this.conveyor.clock.advance(Duration.ofSeconds(31));
		JobQueue other = this.conveyor.open("mail");
		other.maintain(100);
		ConveyorReservedJob root = Conveyor.takeOne(other);
		child("root", "child");
		assertThat(Conveyor.complete(this.queue, lost).outcome()).isEqualTo(Settlement.Outcome.LEASE_LOST);
		assertThat(Conveyor.take(other, 1)).isEmpty();
		Conveyor.complete(other, root);
		assertThat(Conveyor.work(other)).containsExactly("child");
		nothingIsLeft(jedis);
	}

	@Test
	void aChildThatIsNoJobIsSetAside(Jedis jedis) {
		add("root");
		ConveyorReservedJob root = Conveyor.takeOne(this.queue);
		jedis.lpush(("jobs:" + root.id() + ":children").getBytes(), new byte[] { (byte) 0xff });
		child("root", "child");
		Conveyor.complete(this.queue, root);
		assertThat(Conveyor.work(this.queue)).containsExactly("child");
		assertThat(this.client.countUnreadable()).isOne();
		assertThat(jedis.exists("jobs:" + root.id())).isFalse();
	}

	@Test
	void aChildWhoseQueueIsOfAnotherTypeFailsAndDoesNotHoldTheOthersUp(Jedis jedis) {
		add("root");
		ConveyorReservedJob root = Conveyor.takeOne(this.queue);
		this.client.add(Conveyor.job("broken", "stuck").parentUuid(root.id()).build(), false);
		child("root", "child");
		jedis.set("broken", "text");
		assertThat(Conveyor.complete(this.queue, root)).isEqualTo(Settlement.completed());
		assertThat(Conveyor.work(this.queue)).containsExactly("child");
		assertThat(this.client.failed(0, 10)).extracting(ConveyorJob::uuid).containsExactly(Conveyor.uuid("stuck"));
		assertThat(jedis.exists("jobs:" + root.id())).isTrue();
		jedis.del("broken");
		this.client.retryFailed(Conveyor.uuid("stuck"));
		assertThat(Conveyor.work(this.conveyor.open("broken"))).containsExactly("stuck");
		nothingIsLeft(jedis);
	}

	@Test
	void aChildThatItsQueueCannotTakeIsNotWaitedForIfFailuresRelease(Jedis jedis) {
		use(ConveyorSettings.defaults().withChildFailure(ChildFailure.RELEASE));
		add("root");
		ConveyorReservedJob root = Conveyor.takeOne(this.queue);
		this.client.add(Conveyor.job("broken", "stuck").parentUuid(root.id()).build(), false);
		heir("root", "heir");
		jedis.set("broken", "text");
		Conveyor.complete(this.queue, root);
		assertThat(Conveyor.work(this.queue)).containsExactly("heir");
		assertThat(this.client.countFailed()).isOne();
	}

	@Test
	void aScheduledChildThatItsQueueCannotTakeIsNotWaitedForIfFailuresRelease(Jedis jedis) {
		use(ConveyorSettings.defaults().withChildFailure(ChildFailure.RELEASE));
		add("root");
		ConveyorReservedJob root = Conveyor.takeOne(this.queue);
		this.client.add(Conveyor.job("broken", "stuck")
			.parentUuid(root.id())
			.runAt(this.conveyor.clock.instant().plusSeconds(5))
			.build(), false);
		heir("root", "heir");
		Conveyor.complete(this.queue, root);
		jedis.set("broken", "text");
		this.conveyor.clock.advance(Duration.ofSeconds(6));
		this.queue.maintain(100);
		assertThat(this.client.failed(0, 10)).extracting(ConveyorJob::uuid).containsExactly(Conveyor.uuid("stuck"));
		assertThat(Conveyor.work(this.queue)).containsExactly("heir");
		assertThat(jedis.exists("jobs:" + root.id())).isFalse();
	}

	@Test
	void aHeirCanBeAddedWhileItsJobWaitsOrIsScheduled(Jedis jedis) {
		add("a");
		heir("a", "b");
		heir("b", "c");
		this.client.schedule(Conveyor.job("mail", "later").build(), this.conveyor.clock.instant().plusSeconds(5));
		heir("later", "after later");
		assertThat(Conveyor.work(this.queue)).containsExactly("a", "b", "c");
		this.conveyor.clock.advance(Duration.ofSeconds(6));
		this.queue.maintain(100);
		assertThat(Conveyor.work(this.queue)).containsExactly("later", "after later");
		assertThatExceptionOfType(ConveyorException.InvalidJob.class).isThrownBy(() -> heir("a", "too late"));
		nothingIsLeft(jedis);
		assertThat(jedis.keys("*:known")).isEmpty();
	}

	@Test
	void aHeirCanBeAddedWhileItsJobWaitsForItsRetry(Jedis jedis) {
		add("a");
		Conveyor.fail(this.queue, Conveyor.takeOne(this.queue), FailureAction.retryAfter(Duration.ofSeconds(5)));
		heir("a", "b");
		this.conveyor.clock.advance(Duration.ofSeconds(6));
		this.queue.maintain(100);
		assertThat(Conveyor.work(this.queue)).containsExactly("a", "b");
		add("failing");
		Conveyor.fail(this.queue, Conveyor.takeOne(this.queue), FailureAction.fail());
		assertThatExceptionOfType(ConveyorException.InvalidJob.class).isThrownBy(() -> heir("failing", "too late"));
		this.client.retryFailed(Conveyor.uuid("failing"));
		heir("failing", "in time");
		assertThat(Conveyor.work(this.queue)).containsExactly("failing", "in time");
		nothingIsLeft(jedis);
	}

}
