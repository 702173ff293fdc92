/**
 * The house rules as tests: which module may use which, what the core must not touch, and how a
 * source file looks. Reads classes and sources; never runs the product.
 */
@NullMarked
package dev.quietus.verify.house;

import org.jspecify.annotations.NullMarked;
