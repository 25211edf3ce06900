plugins {
  `java-library`
}

dependencies {
  api(project(":redis-jobs-spring-boot-autoconfigure"))
  api("org.signal:embedded-redis:${property("embedded-redis.version")}")
  api("org.springframework.boot:spring-boot-autoconfigure")
  api("org.springframework.boot:spring-boot-starter-test")
  api("org.springframework.boot:spring-boot-test-autoconfigure")
  api("org.springframework:spring-test")
  api("org.assertj:assertj-core")
  api("org.junit.jupiter:junit-jupiter-api")
  testImplementation(project(":redis-jobs-spring-boot-starter"))
  testImplementation(project(":test-support"))
  testImplementation("com.google.protobuf:protobuf-java")
  testImplementation("org.junit.platform:junit-platform-launcher")
  testImplementation("org.springframework.boot:spring-boot-starter-validation")
  testImplementation("org.springframework.boot:spring-boot-testcontainers")
  testImplementation("org.testcontainers:testcontainers-junit-jupiter")
}
