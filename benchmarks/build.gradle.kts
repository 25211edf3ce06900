plugins {
  `java-library`
  application
}

base.archivesName = "redis-jobs-benchmarks"

application {
  mainClass = "io.redisjobs.benchmarks.Benchmarks"
}

dependencies {
  implementation(project(":starter"))
  implementation(project(":test-support"))
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
