/**
 * The execution unit: a local command with everything it started, its pipes and its file effects.
 * Only this module calls the operating system. It knows nothing of runs, leases or servers: what it
 * finds out, its caller records.
 */
@NullMarked
package dev.quietus.execution;

import org.jspecify.annotations.NullMarked;
