plugins {
  `java-library`
}

base.archivesName = "redis-jobs-compatibility-tests"

dependencies {
  testImplementation(project(":starter"))
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
