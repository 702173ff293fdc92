/**
 * What one rule, one link of a chain, and one transaction without HTTP cost, measured with JMH.
 * Owns the benchmarks; asserts nothing about time.
 */
@NullMarked
package dev.quietus.verify.bench;

import org.jspecify.annotations.NullMarked;
