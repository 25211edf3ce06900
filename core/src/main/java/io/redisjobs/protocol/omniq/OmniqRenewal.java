package io.redisjobs.protocol.omniq;

import java.util.List;

/**
 * The answer to prolonging leases.
 *
 * @param nowMs the present that they are counted from
 * @param outcomes what became of each
 */
record OmniqRenewal(long nowMs, List<OmniqOutcome> outcomes) {

}
