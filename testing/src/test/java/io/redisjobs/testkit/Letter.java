package io.redisjobs.testkit;

/**
 * What the application under test delivers.
 *
 * @param to whom
 * @param failures how often nobody opens
 */
record Letter(String to, int failures) {

	static Letter to(String to) {
		return new Letter(to, 0);
	}

}
