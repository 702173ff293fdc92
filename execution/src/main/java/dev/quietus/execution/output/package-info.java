/**
 * What a command writes: bytes, never text that is parsed. Counted and digested whole, kept to a
 * bound in memory and on disk, handed on as it comes.
 */
@NullMarked
package dev.quietus.execution.output;

import org.jspecify.annotations.NullMarked;
