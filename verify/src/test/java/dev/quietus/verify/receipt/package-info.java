/**
 * The stop receipt as others see it: verified by programs that are not ours, by hand, and against
 * its schema. Owns the example in {@code docs/stop-receipt-example}; never uses the product's own
 * verifier as the only judge.
 */
@NullMarked
package dev.quietus.verify.receipt;

import org.jspecify.annotations.NullMarked;
