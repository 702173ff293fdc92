/**
 * Offline verification of stop receipts, without trusting the server: signature, shape, inner
 * consistency, and the chain of events that the receipt covers.
 *
 * <p>This package owns the judgement over bytes that came from elsewhere. It must never ask a
 * server, read the clock, repair anything, or say "valid" while a check was left out silently: the
 * verdict lists what was checked and what could not be.
 */
@NullMarked
package dev.quietus.client.receipt;

import org.jspecify.annotations.NullMarked;
