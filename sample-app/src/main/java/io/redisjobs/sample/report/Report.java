package io.redisjobs.sample.report;

import java.util.List;

/**
 * A report to be written.
 *
 * @param title its title
 * @param sections what it consists of
 */
public record Report(String title, List<String> sections) {

}
