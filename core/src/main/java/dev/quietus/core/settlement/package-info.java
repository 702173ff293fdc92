/**
 * What really happened: the port to providers and the rule by which an operation counts as settled
 * (PROTOCOL.md section 4). A time-out never leads out of {@code unknown}; only evidence does.
 */
@NullMarked
package dev.quietus.core.settlement;

import org.jspecify.annotations.NullMarked;
