/**
 * Servers and clocks for the client's tests, written by hand.
 *
 * <p>This package owns the far side of a connection, with every way in which it can misbehave. It
 * must never decide what the client should make of that.
 */
@NullMarked
package dev.quietus.client.testing;

import org.jspecify.annotations.NullMarked;
