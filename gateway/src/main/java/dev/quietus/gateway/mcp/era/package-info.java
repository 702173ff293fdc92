/**
 * Two sides of different eras: up to revision 2025-11-25 a client shakes hands and keeps a session,
 * from 2026-07-28 on each request stands for itself. Where both sides are of one era nothing here
 * touches a message.
 *
 * <p>This package owns the translation. It must never translate what it does not understand: that
 * gets a clear error.
 */
@NullMarked
package dev.quietus.gateway.mcp.era;

import org.jspecify.annotations.NullMarked;
