/**
 * The chain of events and the signals to agents, as pages and as live streams. A stream is a hint:
 * losing one costs time, never safety.
 */
@NullMarked
package dev.quietus.server.event;

import org.jspecify.annotations.NullMarked;
