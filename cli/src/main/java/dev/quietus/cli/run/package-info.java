/**
 * {@code quietus run}: an agent as a run behind the gateways, with everything that it starts.
 *
 * <p>This package owns how an agent is started, pointed at the gateways for as long as it runs,
 * interrupted, stopped, and reported. It must never change the agent's own settings, and never
 * claim an end that was not seen.
 */
@NullMarked
package dev.quietus.cli.run;

import org.jspecify.annotations.NullMarked;
