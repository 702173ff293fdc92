/**
 * Units where native access is off: what {@code ProcessBuilder} and {@code ProcessHandle} can do
 * and no more. Never claims that everything has ended, and never calls {@code Process.destroy()},
 * which would close the pipes before their last words are read.
 */
@NullMarked
package dev.quietus.execution.plain;

import org.jspecify.annotations.NullMarked;
