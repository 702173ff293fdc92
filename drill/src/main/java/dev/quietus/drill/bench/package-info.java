/**
 * The benchmarks that a user can repeat: what one begin and finish cost, what a stop costs, how
 * quickly the command starts. Owns callers and figures; judges nothing.
 */
@NullMarked
package dev.quietus.drill.bench;

import org.jspecify.annotations.NullMarked;
