/**
 * The run in whose name a gateway acts: authority is asked before anything starts, and every piece
 * of work that was let through is followed until its result is recorded.
 *
 * <p>This package owns what all gateways share: begin, signs of life, the notice of a stop, and
 * results that could not be told at once. It must never let work through without a recorded yes,
 * and never lose a result in silence. It knows no protocol: those are in the packages beside it.
 */
@NullMarked
package dev.quietus.gateway.run;

import org.jspecify.annotations.NullMarked;
