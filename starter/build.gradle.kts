plugins {
  `java-library`
}

base.archivesName = "redis-jobs-spring-boot-starter"

dependencies {
  api(project(":autoconfigure"))
  api("org.springframework.boot:spring-boot-starter")
  api("org.springframework.boot:spring-boot-starter-jackson")
  api("redis.clients:jedis")
}
