plugins {
  `java-library`
}

dependencies {
  testImplementation(project(":redis-jobs-spring-boot-starter"))
  testImplementation(project(":test-support"))
  testImplementation("org.springframework.boot:spring-boot-starter-test")
}

val nodeFolder = layout.projectDirectory.dir("src/test/node").asFile

val installNodeLibraries by tasks.registering(Exec::class) {
  workingDir = nodeFolder
  commandLine("sh", "install.sh")
}

tasks.test {
  dependsOn(installNodeLibraries)
  systemProperty("node.folder", nodeFolder.path)
}
