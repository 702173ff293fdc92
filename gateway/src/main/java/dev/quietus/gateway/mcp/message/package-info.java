/**
 * JSON-RPC messages as MCP uses them: read, told apart, and made, without changing a byte that need
 * not change.
 *
 * <p>This package owns what a message is. It must never decide whether one passes, and never lose
 * the spelling of an id: 0, "0" and "" are three ids.
 */
@NullMarked
package dev.quietus.gateway.mcp.message;

import org.jspecify.annotations.NullMarked;
