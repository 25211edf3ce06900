package io.redisjobs.repositories.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Somebody in the database. */
@Entity
class Person {

	@Id
	private String name = "";

	Person() {
	}

	Person(String name) {
		this.name = name;
	}

	String name() {
		return this.name;
	}

}
