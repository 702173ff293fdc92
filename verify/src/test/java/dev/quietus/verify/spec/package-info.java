/** Runs the model checker over {@code spec}, and over models with one rule broken. */
@NullMarked
package dev.quietus.verify.spec;

import org.jspecify.annotations.NullMarked;
