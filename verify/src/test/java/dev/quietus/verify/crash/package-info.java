/**
 * Real servers that are killed at named steps of their work, and the checks that nothing which was
 * acknowledged is lost or doubled by it. The server is the unchanged one: a debugger holds it at
 * the step, then the system's {@code SIGKILL} ends it. Must not rely on anything that the server
 * does to be killed nicely.
 */
@NullMarked
package dev.quietus.verify.crash;

import org.jspecify.annotations.NullMarked;
