/**
 * PostgreSQL servers as processes of their own, which tests start, break and promote. Owns where
 * their programs come from; must never touch a server that it did not start.
 */
@NullMarked
package dev.quietus.verify.postgres;

import org.jspecify.annotations.NullMarked;
