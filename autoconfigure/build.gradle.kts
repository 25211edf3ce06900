plugins {
  `java-library`
}

dependencies {
  annotationProcessor("org.springframework.boot:spring-boot-configuration-processor")
  annotationProcessor("org.springframework.boot:spring-boot-autoconfigure-processor:${property("autoconfigure-processor.version")}!!")
  api(project(":redis-jobs-core"))
  api("org.springframework.boot:spring-boot-data-redis") { exclude("io.lettuce", "lettuce-core") }
  api("org.springframework.boot:spring-boot-jackson")
  compileOnly("com.cronutils:cron-utils")
  compileOnly("com.google.protobuf:protobuf-java")
  compileOnly("redis.clients:jedis")
  compileOnly("io.lettuce:lettuce-core")
  compileOnly("io.micrometer:micrometer-core")
  compileOnly("org.jetbrains.kotlinx:kotlinx-coroutines-reactor")
  compileOnly("org.signal:embedded-redis")
  compileOnly("org.springframework.boot:spring-boot-actuator-autoconfigure")
  compileOnly("org.springframework.boot:spring-boot-health")
  compileOnly("org.springframework.boot:spring-boot-micrometer-observation")
  compileOnly("org.springframework.boot:spring-boot-micrometer-metrics")
  testImplementation("com.cronutils:cron-utils")
  testImplementation("com.google.protobuf:protobuf-java")
  testImplementation("redis.clients:jedis")
  testImplementation("io.lettuce:lettuce-core")
  testImplementation("io.micrometer:micrometer-core")
  testImplementation("org.jetbrains.kotlinx:kotlinx-coroutines-reactor")
  testImplementation("org.signal:embedded-redis")
  testImplementation("org.springframework.boot:spring-boot-actuator-autoconfigure")
  testImplementation("org.springframework.boot:spring-boot-health")
  testImplementation("org.springframework.boot:spring-boot-micrometer-observation")
  testImplementation("org.springframework.boot:spring-boot-micrometer-metrics")
  testImplementation(project(":redis-jobs-core", "tests"))
  testImplementation(project(":test-support"))
  testImplementation("io.micrometer:micrometer-tracing-bridge-otel")
  testImplementation("com.h2database:h2")
  testImplementation("com.tngtech.archunit:archunit-junit5")
  testImplementation("org.jetbrains.kotlin:kotlin-reflect")
  testImplementation("org.springframework:spring-core-test")
  testImplementation("org.springframework.boot:spring-boot-starter-validation")
  testImplementation("org.springframework.boot:spring-boot-starter-data-jpa")
  testImplementation("org.springframework.boot:spring-boot-starter-test")
}

// the processor merges the additional metadata, which it finds among the processed resources
tasks.compileJava {
  inputs.files(tasks.processResources)
}
