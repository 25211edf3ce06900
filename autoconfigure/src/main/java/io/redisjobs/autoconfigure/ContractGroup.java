package io.redisjobs.autoconfigure;

import java.util.function.Supplier;

/**
 * A contract's group of properties; a bean of this type makes it known.
 *
 * @param protocol the contract, which is the group's name as well
 * @param properties makes a group in which nothing is set
 */
public record ContractGroup(String protocol, Supplier<? extends ContractProperties> properties) {

}
