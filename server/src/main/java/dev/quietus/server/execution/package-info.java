/**
 * Local commands as this server sees them: it ends the units of this machine whose supervisor died.
 * It never ends a unit whose supervisor lives, and never takes silence for an end.
 */
@NullMarked
package dev.quietus.server.execution;

import org.jspecify.annotations.NullMarked;
