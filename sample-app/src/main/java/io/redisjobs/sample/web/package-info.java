/**
 * The REST API and the events for browsers.
 */
@NullMarked
package io.redisjobs.sample.web;

import org.jspecify.annotations.NullMarked;
