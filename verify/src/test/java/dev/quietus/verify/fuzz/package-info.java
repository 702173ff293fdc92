/**
 * Input that nobody meant: mutated requests, provider files, receipts, events and keys, made from
 * documented ones by a seed. Every mutant can be made again: a failure names the seed, and
 * {@code -Dquietus.fuzz.seed=SEED -Dquietus.fuzz.rounds=1} plays that one alone;
 * {@code -Dquietus.fuzz.rounds=N} plays more. What failed once lies under {@code /fuzz} among the
 * test resources and is always played. Must never change anything outside its own temporary folder.
 */
@NullMarked
package dev.quietus.verify.fuzz;

import org.jspecify.annotations.NullMarked;
