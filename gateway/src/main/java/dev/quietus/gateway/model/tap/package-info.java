/**
 * Reading along with model traffic: tool calls, tool results, usage, and where a stream stands.
 *
 * <p>This package owns what the four dialects look like inside. It sees bytes that have gone on
 * already and must never hold, change or delay one; what it can't read it passes over in silence.
 * Its memory is bounded whatever comes. Of contents it keeps ids, names and digests, nothing else.
 */
@NullMarked
package dev.quietus.gateway.model.tap;

import org.jspecify.annotations.NullMarked;
