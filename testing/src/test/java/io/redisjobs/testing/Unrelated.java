package io.redisjobs.testing;

import org.springframework.stereotype.Component;

/** A component that has nothing to do with jobs. */
@Component
class Unrelated {

}
