/**
 * The scripts that find a Java, build from source and start Quietus, run as a person runs them, on
 * a small tree with a Java and a Maven that only write down how they were called.
 */
@NullMarked
package dev.quietus.verify.launcher;

import org.jspecify.annotations.NullMarked;
