package io.redisjobs.sample.tour;

import java.io.PrintStream;

import io.redisjobs.sample.Journal;

/**
 * Tells the reader what happens, and remembers whether it was what should have happened.
 */
final class Account {

	private final PrintStream out;

	private volatile int broken;

	Account(PrintStream out) {
		this.out = out;
	}

	void chapter(String title) {
		this.out.println();
		this.out.println("== " + title);
	}

	void happened(Journal.Entry entry) {
		this.out.printf("   %-50s  %-9s  %s%n", entry.topic(), entry.what(), entry.detail());
	}

	void expect(String expectation, boolean met) {
		if (!met) {
			this.broken++;
		}
		this.out.println((met ? " [ok]     " : " [NOT OK] ") + expectation);
	}

	boolean allMet() {
		return this.broken == 0;
	}

	void end() {
		this.out.println();
		this.out.println(allMet() ? "All of it went as it should." : this.broken + " expectations were not met.");
	}

}
