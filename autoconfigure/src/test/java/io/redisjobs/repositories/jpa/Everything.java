package io.redisjobs.repositories.jpa;

import org.springframework.data.repository.CrudRepository;
import org.springframework.data.repository.NoRepositoryBean;

/**
 * What the application's repositories have in common.
 *
 * @param <T> what is kept
 * @param <I> what it is called
 */
@NoRepositoryBean
interface Everything<T, I> extends CrudRepository<T, I> {

}
