/**
 * Reports as Conveyor trees.
 */
@NullMarked
package io.redisjobs.sample.report;

import org.jspecify.annotations.NullMarked;
