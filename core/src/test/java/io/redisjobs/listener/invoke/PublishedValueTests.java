package io.redisjobs.listener.invoke;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;

/** Tests what waits for reactive types where Reactor is not there to do so. */
class PublishedValueTests {

	@Test
	void theValueIsTheOneThatWasPublished() throws Exception {
		assertThat(PublishedValue.subscribe(Flux.just("a")).get()).isEqualTo("a");
		assertThat(PublishedValue.subscribe(Flux.empty()).get()).isNull();
	}

	@Test
	void anErrorIsKeptAsItIs() {
		IllegalStateException error = new IllegalStateException("no");
		assertThatExceptionOfType(ExecutionException.class)
			.isThrownBy(() -> PublishedValue.subscribe(Mono.error(error)).get())
			.havingCause()
			.isSameAs(error);
	}

	@Test
	void cancellingCancelsTheSubscriptionEvenOneThatComesLater() {
		AtomicReference<Subscriber<? super Object>> subscriber = new AtomicReference<>();
		PublishedValue early = PublishedValue.subscribe(subscriber::set);
		Subscription subscription = mock();
		subscriber.get().onSubscribe(subscription);
		verify(subscription).request(Long.MAX_VALUE);
		early.cancel(true);
		verify(subscription).cancel();
		PublishedValue late = PublishedValue.subscribe(subscriber::set);
		late.cancel(true);
		Subscription other = mock();
		subscriber.get().onSubscribe(other);
		verify(other).cancel();
		verifyNoMoreInteractions(other);
	}

}
