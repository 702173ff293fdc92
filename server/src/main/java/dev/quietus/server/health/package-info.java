/** What the process says of itself: liveness, readiness, metrics and the HTTP reference. */
@NullMarked
package dev.quietus.server.health;

import org.jspecify.annotations.NullMarked;
