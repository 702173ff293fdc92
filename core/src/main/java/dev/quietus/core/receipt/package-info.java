/**
 * The result: the completion rule, the stop receipt and the statement that is signed. Owns the
 * words {@code stopped_and_quiet}; never issues them with a count that is not zero.
 */
@NullMarked
package dev.quietus.core.receipt;

import org.jspecify.annotations.NullMarked;
