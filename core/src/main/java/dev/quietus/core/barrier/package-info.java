/**
 * The stop: the durable record of one stop and the steps that drive it to a receipt. Owns the order
 * of the steps and the claim that fences two workers; never invents an outcome.
 */
@NullMarked
package dev.quietus.core.barrier;

import org.jspecify.annotations.NullMarked;
