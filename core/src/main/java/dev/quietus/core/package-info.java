/**
 * The ground floor: checks and bounds that every room of the core uses. Owns no state and never
 * does I/O; nothing in the core reads a clock, a file, a socket or a random source.
 */
@NullMarked
package dev.quietus.core;

import org.jspecify.annotations.NullMarked;
