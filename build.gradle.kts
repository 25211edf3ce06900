fun versionOf(name: String) = providers.gradleProperty("$name.version").get()

subprojects {
  apply(plugin = "java-library")

  repositories {
    mavenCentral()
  }

  // versions for this build alone: a constraint on "api" would reach everybody who depends on a module
  val managed = configurations.create("managed") {
    isCanBeConsumed = false
    isCanBeResolved = false
  }
  configurations.matching { it.name.endsWith("Classpath") }.configureEach {
    extendsFrom(managed)
  }

  dependencies {
    "api"(platform("org.springframework.boot:spring-boot-dependencies:${versionOf("spring-boot")}"))
    "annotationProcessor"(platform("org.springframework.boot:spring-boot-dependencies:${versionOf("spring-boot")}"))
    "testRuntimeOnly"("org.junit.platform:junit-platform-launcher")
    constraints {
      "managed"("org.signal:embedded-redis:${versionOf("embedded-redis")}")
      "managed"("com.tngtech.archunit:archunit-junit5:${versionOf("archunit")}")
      "managed"("com.cronutils:cron-utils:${versionOf("cron-utils")}")
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

  // "java -jar" runs an application where it was built
  pluginManager.withPlugin("application") {
    val application = extensions.getByType<JavaApplication>()
    val libraries = configurations.named("runtimeClasspath")
    tasks.named<Jar>("jar") {
      inputs.files(libraries)
      doFirst {
        manifest.attributes(
          "Main-Class" to application.mainClass.get(),
          "Class-Path" to libraries.get().joinToString(" ") { it.toURI().toString() }
        )
      }
    }
  }
}
