plugins {
  application
  `java-library`
}

application {
  mainClass = "io.redisjobs.sample.SampleApplication"
}

dependencies {
  implementation(project(":redis-jobs-spring-boot-starter"))
  implementation("org.springframework.boot:spring-boot-starter-webmvc")
  implementation("org.springframework.boot:spring-boot-starter-actuator")
  runtimeOnly("com.google.protobuf:protobuf-java")
  runtimeOnly("org.signal:embedded-redis")
  testImplementation(project(":redis-jobs-spring-boot-test"))
  testImplementation("org.springframework.boot:spring-boot-starter-validation")
  testImplementation("org.springframework.boot:spring-boot-starter-test")
}
