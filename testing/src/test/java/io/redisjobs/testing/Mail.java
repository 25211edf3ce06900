package io.redisjobs.testing;

/**
 * What the application under test sends.
 *
 * @param to whom
 */
record Mail(String to) {

}
