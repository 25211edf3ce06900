plugins {
  `java-library`
}

base.archivesName = "redis-jobs-spring-boot-test"

dependencies {
  api(project(":autoconfigure"))
  api("org.signal:embedded-redis")
  api("org.springframework.boot:spring-boot-autoconfigure")
  api("org.springframework.boot:spring-boot-test-autoconfigure")
  api("org.springframework:spring-test")
  api("org.junit.jupiter:junit-jupiter-api")
  testImplementation("org.springframework.boot:spring-boot-starter-test")
  testImplementation("org.springframework.boot:spring-boot-testcontainers")
  testImplementation("org.testcontainers:testcontainers-junit-jupiter")
}
