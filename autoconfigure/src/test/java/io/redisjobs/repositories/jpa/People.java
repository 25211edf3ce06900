package io.redisjobs.repositories.jpa;

/** Everybody in the database. */
interface People extends Everything<Person, String> {

}
