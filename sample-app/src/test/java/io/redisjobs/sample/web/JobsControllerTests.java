package io.redisjobs.sample.web;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The REST API on a real server, with the application's own Redis.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "demo.tour=false")
class JobsControllerTests {

	private final HttpClient http = HttpClient.newHttpClient();

	@LocalServerPort
	private int port;

	@Autowired
	private JsonMapper json;

	@Test
	void aPublishedJobIsRunAndShown() throws Exception {
		HttpResponse<String> published = post("/jobs/videos?name=render", "{\"title\":\"Hamlet\",\"hiccups\":0}");
		assertThat(published.statusCode()).isEqualTo(202);
		String location = published.headers().firstValue("Location").orElseThrow();
		await().atMost(Duration.ofSeconds(60))
			.untilAsserted(() -> assertThat(read(get(location)).path("state").asString()).isEqualTo("COMPLETED"));
		JsonNode job = read(get(location));
		assertThat(job.path("result").asString()).contains("https://videos.example/");
		assertThat(job.path("progress").asString()).isEqualTo("100");
		assertThat(job.path("logs").get(0).asString()).isEqualTo("rendered Hamlet");
	}

	@Test
	void theEventsOfAJobArriveInOrderAndEndWithIt() throws Exception {
		String location = post("/jobs/videos?name=section&attempts=2", "{\"title\":\"Lear\",\"hiccups\":1}").headers()
			.firstValue("Location")
			.orElseThrow();
		String events = get(location + "/events").body();
		assertThat(events).containsSubsequence("event:started", "event:progress", "event:retrying", "event:started",
				"event:completed");
	}

	@Test
	void aRequestOfThePipelineIsFollowedToItsOutcome() throws Exception {
		String location = post("/jobs/requested?type=TRANSCRIPTION&userId=me",
				"{\"mediaUrl\":\"https://media.example/a.broken\",\"cost\":3}")
			.headers()
			.firstValue("Location")
			.orElseThrow();
		assertThat(get(location + "/events").body()).contains("event:refunded");
		assertThat(read(get(location)).path("events").toString()).contains("3 credits to me");
	}

	@Test
	void anUnknownQueueIsAProblemThatNamesTheKnownOnes() throws Exception {
		for (HttpResponse<String> answer : List.of(post("/jobs/nowhere", "{}"), get("/jobs/nowhere/1"))) {
			assertThat(answer.statusCode()).isEqualTo(404);
			assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
			assertThat(read(answer).path("title").asString()).isEqualTo("Unknown queue");
			assertThat(read(answer).path("detail").asString()).contains("nowhere").contains("videos");
		}
	}

	@Test
	void anUnknownJobIsAProblem() throws Exception {
		for (String queue : new String[] { "videos", "mails", "reports", "requested" }) {
			HttpResponse<String> answer = get("/jobs/" + queue + "/11111111-1111-4111-8111-111111111111");
			assertThat(answer.statusCode()).as(queue).isEqualTo(404);
			assertThat(read(answer).path("title").asString()).isEqualTo("Unknown job");
		}
	}

	@Test
	void anOptionThatTheContractLacksIsAProblem() throws Exception {
		HttpResponse<String> answer = post("/jobs/mails?priority=1",
				"{\"campaign\":\"spring\",\"tenant\":\"acme\",\"number\":1}");
		assertThat(answer.statusCode()).isEqualTo(400);
		assertThat(read(answer).path("detail").asString()).contains("priority").contains("omniq");
	}

	@Test
	void aBodyThatIsNotJsonIsAProblemThatSaysWhere() throws Exception {
		JsonNode problem = problem("/jobs/videos?name=render", "{\"title\": \"Hamlet\",\n  hiccups: 1}");
		assertThat(problem.path("title").asString()).isEqualTo("Payload is not JSON");
		assertThat(problem.path("detail").asString())
			.startsWith("Line 2, column 3: Unexpected character ('h' (code 104))")
			.contains("expecting double-quote to start property name");
		assertThat(problem.path("line").asInt()).isEqualTo(2);
		assertThat(problem.path("column").asInt()).isEqualTo(3);
		assertThat(problem("/jobs/videos", "{").path("detail").asString())
			.isEqualTo("Line 1, column 2: Unexpected end-of-input: expected close marker for Object.");
	}

	@Test
	void aPayloadThatDoesNotFitTheQueueIsAProblemThatSaysWhatIsExpected() throws Exception {
		String expected = " Queue 'videos' takes {\"title\": a text, \"hiccups\": a whole number}.";
		Map<String, String> problems = Map.of("{\"title\":\"Hamlet\"}", "Line 1, column 18: 'hiccups' is missing.",
				"{\"title\":\"Hamlet\",\n\"hiccups\":\"many\"}", "Line 2, column 11: 'hiccups' must be a whole number.",
				"{\"title\":\"Hamlet\",\"hiccups\":1,\"lenght\":2}", "Line 1, column 42: There is no 'lenght'.", "[1]",
				"Line 1, column 1: It must be an object.", "{\"title\":\"Hamlet\",\"hiccups\":1} {}",
				"Line 1, column 32: There is more after the end of the payload.", "null", "It is null.", "",
				"The request has no body.");
		for (Map.Entry<String, String> entry : problems.entrySet()) {
			assertThat(problem("/jobs/videos", entry.getKey()).path("detail").asString())
				.isEqualTo(entry.getValue() + expected);
		}
		assertThat(problem("/jobs/reports?name=outline", "{\"title\":\"Q3\",\"sections\":\"all\"}").path("detail")
			.asString()).contains("'sections' must be a list of texts.");
		assertThat(problem("/jobs/reports?name=section", "{\"title\":\"Q3\"}").path("detail").asString())
			.contains("takes {\"report\": a text, \"name\": a text}");
	}

	@Test
	void aNumberThatDoesNotFitIsNeitherCutNorTakenForBadJson() throws Exception {
		for (String number : List.of("3000000000", "1e400", "1.5")) {
			JsonNode problem = problem("/jobs/videos", "{\"title\":\"Hamlet\",\"hiccups\":" + number + "}");
			assertThat(problem.path("title").asString()).isEqualTo("Payload does not fit");
			assertThat(problem.path("detail").asString()).endsWith("\"hiccups\": a whole number}.");
		}
	}

	@Test
	void anOptionThatIsUnknownOrWrongOrMissingIsAProblemThatNamesIt() throws Exception {
		String video = "{\"title\":\"Hamlet\",\"hiccups\":0}";
		Map<String, String> problems = Map.of("videos?nmae=render",
				"There is no option 'nmae'. There are name, type, userId, group, delay, priority, attempts.",
				"videos?priority=high", "Option 'priority' must be a whole number, not 'high'.", "videos?delay=soon",
				"Option 'delay' must be a time such as 500ms, 5s or PT5S, not 'soon'.", "videos?attempts=1&attempts=2",
				"Option 'attempts' is given 2 times: 1, 2.", "requested?userId=me",
				"Option 'type' is missing: the router needs it, such as type=TRANSCRIPTION.",
				"requested?type=TRANSCRIPTION&userId=",
				"Option 'userId' is missing: somebody is to be charged, such as userId=me.", "reports",
				"Option 'name' is missing. Queue 'reports' has handlers for binding, outline, section.",
				"reports?name=outlien",
				"No handler takes jobs named 'outlien'. Queue 'reports' has handlers for binding, outline, section.");
		for (Map.Entry<String, String> entry : problems.entrySet()) {
			JsonNode problem = problem("/jobs/" + entry.getKey(), video);
			assertThat(problem.path("title").asString()).isEqualTo("Bad option");
			assertThat(problem.path("detail").asString()).isEqualTo(entry.getValue());
		}
	}

	private JsonNode problem(String path, String body) throws Exception {
		HttpResponse<String> answer = post(path, body);
		assertThat(answer.statusCode()).as(path).isEqualTo(400);
		assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		return read(answer);
	}

	@Test
	void thePageIsServed() throws Exception {
		assertThat(get("/").body()).contains("redis-jobs sample");
	}

	private JsonNode read(HttpResponse<String> answer) {
		return this.json.readTree(answer.body());
	}

	private HttpResponse<String> get(String path) throws IOException, InterruptedException {
		return this.http.send(request(path).build(), BodyHandlers.ofString());
	}

	private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
		return this.http.send(request(path).header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(body))
			.build(), BodyHandlers.ofString());
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create("http://localhost:" + this.port + path))
			.timeout(Duration.ofSeconds(60));
	}

}
