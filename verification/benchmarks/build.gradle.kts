plugins {
  `java-library`
  application
}

application {
  mainClass = "io.redisjobs.benchmarks.Benchmarks"
}

dependencies {
  implementation(project(":redis-jobs-spring-boot-starter"))
  implementation(project(":test-support"))
  runtimeOnly("com.google.protobuf:protobuf-java")
  runtimeOnly("io.lettuce:lettuce-core")
  testImplementation("org.springframework.boot:spring-boot-starter-test")
}

val installNodeLibraries by tasks.registering(Exec::class) {
  workingDir = layout.projectDirectory.dir("src/main/node").asFile
  commandLine("sh", "install.sh")
}

tasks.classes {
  dependsOn(installNodeLibraries)
}
