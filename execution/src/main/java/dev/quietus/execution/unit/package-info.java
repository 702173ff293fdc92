/**
 * One local command with everything it started: how it is described, started behind a gate, ended
 * in bounded steps, and reported. The same on every operating system; what an operating system
 * offers comes through {@link dev.quietus.execution.unit.UnitSystem}. Never claims that something
 * has ended which it did not see to be gone.
 */
@NullMarked
package dev.quietus.execution.unit;

import org.jspecify.annotations.NullMarked;
