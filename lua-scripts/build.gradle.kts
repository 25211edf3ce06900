plugins {
  `java-library`
}

base.archivesName = "redis-jobs-lua-scripts"

dependencies {
  api("org.jspecify:jspecify")
  testImplementation(project(":test-support"))
}
