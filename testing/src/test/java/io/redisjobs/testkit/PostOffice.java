package io.redisjobs.testkit;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application to test. */
@SpringBootApplication
class PostOffice {

}
