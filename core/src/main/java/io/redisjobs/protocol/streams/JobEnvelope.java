package io.redisjobs.protocol.streams;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What every entry of a stream holds in its field {@code payload}. A handler may take it
 * instead of the data alone.
 *
 * @param jobId the job's id
 * @param userId the user it is run for, if the producer said so
 * @param type its type
 * @param data what the job is about
 * @param timestamp when the entry was written, in milliseconds, 0 if the producer did not
 * say
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record JobEnvelope(@JsonProperty("job_id") String jobId, @JsonProperty("user_id") @Nullable String userId,
		@JsonProperty("type") String type, @JsonProperty("data") JsonNode data,
		@JsonProperty("timestamp") long timestamp) {

}
