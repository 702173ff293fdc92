/**
 * The durable record: schema, lanes, queries and the hash chain. Owns every line of SQL and every
 * difference between dialects; never decides anything, and never answers before the commit.
 */
@NullMarked
package dev.quietus.ledger;

import org.jspecify.annotations.NullMarked;
