package io.redisjobs.protocol.conveyor;

import io.redisjobs.protocol.JobQueue;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** A queue of Conveyor and its client, with settings that a test may change. */
@ExtendWith(TestRedis.class)
abstract class ConveyorQueueFixture {

	Conveyor conveyor = new Conveyor();

	ConveyorClient client = this.conveyor.client();

	JobQueue queue = this.conveyor.open("mail");

	@AfterEach
	void close() {
		this.conveyor.close();
	}

	void use(ConveyorSettings settings) {
		this.conveyor.close();
		this.conveyor = new Conveyor(settings);
		this.client = this.conveyor.client();
		this.queue = this.conveyor.open("mail");
	}

	void add(String... names) {
		for (String name : names) {
			this.client.add(Conveyor.job("mail", name).build(), false);
		}
	}

}
