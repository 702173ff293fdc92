/**
 * {@code quietus mcp}: the MCP gateway as a program. Starts the server as an execution unit under
 * the run, puts the gateway before it, and leaves nothing of it behind.
 *
 * <p>This package owns the server's process and the two ways in. It must never write anything but
 * messages to the standard output, and never hand the run's token to a server.
 */
@NullMarked
package dev.quietus.cli.mcp;

import org.jspecify.annotations.NullMarked;
