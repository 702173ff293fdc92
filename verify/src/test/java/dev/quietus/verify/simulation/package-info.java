/**
 * The production core under a simulated clock, ledger, network, workers, people and providers:
 * every schedule follows from its seed alone, the promises of the design are checked after every
 * commit, and what fails is shrunk to a short story. Owns the actors and the one function that
 * decides each promise; must never hold a rule of the product itself, nor look at anything but the
 * record and what really happened.
 *
 * <p>Which promise is proven where: {@code docs/simulation.md}.
 */
@NullMarked
package dev.quietus.verify.simulation;

import org.jspecify.annotations.NullMarked;
