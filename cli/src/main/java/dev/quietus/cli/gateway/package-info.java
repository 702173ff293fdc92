/**
 * How fast the gateways are on this machine.
 *
 * <p>This package owns the measurement of what a gateway costs beside the direct way, in the same
 * run. It speaks to nobody but itself, over loopback, and leaves nothing behind.
 */
@NullMarked
package dev.quietus.cli.gateway;

import org.jspecify.annotations.NullMarked;
