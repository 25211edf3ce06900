package io.redisjobs.testkit;

import org.springframework.stereotype.Component;

/** A handler that has its method from elsewhere. */
@Component
class Butler implements Household {

}
