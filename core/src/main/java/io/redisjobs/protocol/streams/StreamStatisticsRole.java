package io.redisjobs.protocol.streams;

/** A queue that is a stream and can be measured as one. */
public interface StreamStatisticsRole {

	/** Measures it now. */
	StreamStatistics statistics();

}
