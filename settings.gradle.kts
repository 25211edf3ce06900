rootProject.name = "redis-jobs"

// what is published is named like its artifact, so that includeBuild puts it in the place of the published one
fun module(folder: String, name: String) {
  include(name)
  project(":$name").projectDir = file(folder)
}

module("lua-scripts", "redis-jobs-lua-scripts")
module("core", "redis-jobs-core")
module("autoconfigure", "redis-jobs-spring-boot-autoconfigure")
module("starter", "redis-jobs-spring-boot-starter")
module("testing", "redis-jobs-spring-boot-test")
module("sample-app", "sample-app")
module("verification/test-support", "test-support")
module("verification/compatibility-tests", "compatibility-tests")
module("verification/benchmarks", "benchmarks")
