/**
 * Stops and barriers over HTTP, and the workers that drive open barriers to their receipts. A
 * barrier worker holds nothing that the record does not.
 */
@NullMarked
package dev.quietus.server.barrier;

import org.jspecify.annotations.NullMarked;
