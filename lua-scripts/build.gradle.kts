plugins {
  `java-library`
}

dependencies {
  api("org.jspecify:jspecify")
  testImplementation(project(":test-support"))
}
