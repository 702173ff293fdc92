/**
 * The MCP gateway with a real Quietus server behind it, between a client and servers that misbehave
 * on purpose: the reported cases, bad input, and the protocol's own conformance suite. Nothing here
 * is published.
 */
@NullMarked
package dev.quietus.verify.gateway.mcp;

import org.jspecify.annotations.NullMarked;
