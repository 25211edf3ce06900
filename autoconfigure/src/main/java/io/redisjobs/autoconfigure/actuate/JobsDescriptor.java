package io.redisjobs.autoconfigure.actuate;

import java.util.Map;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * All queues as the endpoint shows them.
 *
 * @param queues the queues by name
 */
public record JobsDescriptor(Map<String, QueueDescriptor> queues) implements OperationResponseBody {

}
