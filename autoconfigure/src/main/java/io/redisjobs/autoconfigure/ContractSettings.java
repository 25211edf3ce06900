package io.redisjobs.autoconfigure;

import java.util.function.Function;

/**
 * How the properties of a queue become the settings of its contract.
 *
 * @param protocol the contract
 * @param mapping makes the contract's settings
 */
record ContractSettings(String protocol, Function<QueueProperties, Object> mapping) {

}
