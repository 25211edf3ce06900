plugins {
  `java-library`
}

dependencies {
  api("org.signal:embedded-redis")
  api("redis.clients:jedis")
  api("org.jspecify:jspecify")
  api("org.junit.jupiter:junit-jupiter")
  api("org.assertj:assertj-core")
  api("org.awaitility:awaitility")
  api("org.testcontainers:testcontainers")
  api("ch.qos.logback:logback-classic")
}
