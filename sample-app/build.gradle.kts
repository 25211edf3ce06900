plugins {
  application
  `java-library`
}

base.archivesName = "redis-jobs-sample-app"

application {
  mainClass = "io.redisjobs.sample.SampleApplication"
}

dependencies {
  implementation(project(":starter"))
  implementation("org.springframework.boot:spring-boot-starter-webmvc")
  implementation("org.springframework.boot:spring-boot-starter-actuator")
  runtimeOnly("org.signal:embedded-redis")
  testImplementation(project(":testing"))
  testImplementation("org.springframework.boot:spring-boot-starter-test")
}
