/**
 * The ways to an MCP server and back to the client: lines on standard input and output, and
 * Streamable HTTP.
 *
 * <p>This package owns how messages travel. It must never look into one to decide about it, never
 * wait for the other side without a bound, and never take a broken way for an answer.
 */
@NullMarked
package dev.quietus.gateway.mcp.link;

import org.jspecify.annotations.NullMarked;
