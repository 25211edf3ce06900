package io.redisjobs.testing;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application to test. */
@SpringBootApplication
class MailApplication {

}
