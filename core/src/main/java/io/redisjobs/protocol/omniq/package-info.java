/**
 * The OmniQ contract.
 */
@NullMarked
package io.redisjobs.protocol.omniq;

import org.jspecify.annotations.NullMarked;
