/**
 * The record: what must be written together, the hash chain of events, and the port that a durable
 * store implements. Owns the meaning of the rows; never knows SQL.
 */
@NullMarked
package dev.quietus.core.ledger;

import org.jspecify.annotations.NullMarked;
