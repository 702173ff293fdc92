/**
 * Operations and the built-in pull queue over HTTP, the long poll, and the housekeeping of workers
 * that fell silent. Decides nothing itself: every answer is a transaction's.
 */
@NullMarked
package dev.quietus.server.dispatch;

import org.jspecify.annotations.NullMarked;
