plugins {
  `java-library`
}

dependencies {
  api(project(":redis-jobs-spring-boot-autoconfigure"))
  api("org.springframework.boot:spring-boot-starter")
  api("org.springframework.boot:spring-boot-starter-jackson")
  api("redis.clients:jedis")
  api("com.cronutils:cron-utils:${property("cron-utils.version")}")
}
