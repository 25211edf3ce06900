package io.redisjobs.repositories.both;

import org.springframework.data.repository.CrudRepository;

/** Everybody in the database. */
interface People extends CrudRepository<Person, String> {

}
