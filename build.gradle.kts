fun versionOf(name: String) = providers.gradleProperty("$name.version").get()

subprojects {
  apply(plugin = "java-library")

  repositories {
    mavenCentral()
  }

  dependencies {
    "api"(platform("org.springframework.boot:spring-boot-dependencies:${versionOf("spring-boot")}"))
    "annotationProcessor"(platform("org.springframework.boot:spring-boot-dependencies:${versionOf("spring-boot")}"))
    "testRuntimeOnly"("org.junit.platform:junit-platform-launcher")
    constraints {
      "api"("org.signal:embedded-redis:${versionOf("embedded-redis")}")
      "api"("com.tngtech.archunit:archunit-junit5:${versionOf("archunit")}")
      "api"("com.google.protobuf:protobuf-java:${versionOf("protobuf")}")
      "api"("com.cronutils:cron-utils:${versionOf("cron-utils")}")
    }
  }

  tasks.withType<JavaCompile>().configureEach {
    options.encoding = "UTF-8"
    options.release = versionOf("java").toInt()
    options.compilerArgs.addAll(listOf("-parameters", "-Xlint:all,-processing,-serial,-classfile,-try", "-Werror"))
  }

  tasks.withType<Test>().configureEach {
    useJUnitPlatform()
  }
}
