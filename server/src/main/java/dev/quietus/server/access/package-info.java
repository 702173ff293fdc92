/**
 * Who asks: tokens, their files and hashes, and what each kind may do. Never stores or logs a
 * secret.
 */
@NullMarked
package dev.quietus.server.access;

import org.jspecify.annotations.NullMarked;
