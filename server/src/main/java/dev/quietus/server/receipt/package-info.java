/**
 * Receipts over HTTP and the keys that sign them. A private key is readable by its owner only and
 * never leaves its file but to sign.
 */
@NullMarked
package dev.quietus.server.receipt;

import org.jspecify.annotations.NullMarked;
