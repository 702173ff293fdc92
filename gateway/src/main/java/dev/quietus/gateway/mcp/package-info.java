/**
 * The MCP gateway: stands between one client and one MCP server, passes what it has no reason to
 * touch, asks authority immediately before a tool is called, and records what became of the call.
 *
 * <p>This package owns the conversation: which requests are in flight, how they are given up, and
 * what is told to whom. It must never take an answer for an effect, never let {@code cancelled}
 * mean "no effect", and never say to a server why an operator stopped a run. How messages travel is
 * in {@code link}, what they are in {@code message}.
 */
@NullMarked
package dev.quietus.gateway.mcp;

import org.jspecify.annotations.NullMarked;
