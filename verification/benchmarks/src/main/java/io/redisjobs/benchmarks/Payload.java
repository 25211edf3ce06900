package io.redisjobs.benchmarks;

/**
 * What every job carries: 200 bytes of JSON.
 *
 * @param id a number
 * @param text a filler
 */
record Payload(long id, String text) {

	static final Payload SAMPLE = new Payload(1234567890, "x".repeat(172));

}
