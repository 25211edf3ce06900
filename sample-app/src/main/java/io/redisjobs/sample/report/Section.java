package io.redisjobs.sample.report;

/**
 * A part of a report.
 *
 * @param report the report's title
 * @param name the section's name
 */
public record Section(String report, String name) {

}
