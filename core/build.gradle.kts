plugins {
  `java-library`
}

dependencies {
  api(project(":redis-jobs-lua-scripts"))
  api("org.springframework:spring-context")
  api("org.springframework.data:spring-data-redis")
  api("tools.jackson.core:jackson-databind")
  api("org.jspecify:jspecify")
  compileOnly("redis.clients:jedis")
  compileOnly("io.lettuce:lettuce-core")
  compileOnly("com.cronutils:cron-utils")
  compileOnly("com.google.protobuf:protobuf-java")
  compileOnly("io.micrometer:micrometer-core")
  compileOnly("jakarta.validation:jakarta.validation-api")
  compileOnly("io.micrometer:context-propagation")
  compileOnly("org.slf4j:slf4j-api")
  compileOnly("org.jetbrains.kotlinx:kotlinx-coroutines-reactor")
  testImplementation("redis.clients:jedis")
  testImplementation("io.lettuce:lettuce-core")
  testImplementation("com.cronutils:cron-utils")
  testImplementation("com.google.protobuf:protobuf-java")
  testImplementation("io.micrometer:micrometer-core")
  testImplementation("jakarta.validation:jakarta.validation-api")
  testImplementation("io.micrometer:context-propagation")
  testImplementation("org.slf4j:slf4j-api")
  testImplementation("org.jetbrains.kotlinx:kotlinx-coroutines-reactor")
  testImplementation(project(":test-support"))
  testImplementation("io.micrometer:micrometer-tracing-bridge-otel")
  testImplementation("com.tngtech.archunit:archunit-junit5")
  testImplementation("org.mockito:mockito-core")
  testImplementation("org.jetbrains.kotlin:kotlin-reflect")
}

// what the tests of autoconfigure share with these
val testsJar by tasks.registering(Jar::class) {
  archiveClassifier = "tests"
  from(sourceSets.test.get().output)
}

val tests by configurations.creating {
  isCanBeResolved = false
}

artifacts {
  add(tests.name, testsJar)
}
