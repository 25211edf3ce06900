package io.redisjobs.repositories.both;

import org.springframework.data.repository.CrudRepository;

/** Everything in Redis. */
interface Visits extends CrudRepository<Visit, String> {

}
