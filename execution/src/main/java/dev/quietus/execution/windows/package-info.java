/**
 * Units on Windows: a Job Object that no process leaves. Written from Microsoft's published headers
 * and documents, for 64 bits; not run on Windows. Loads nothing native before a unit is wanted, and
 * never builds a command line that means something else to the program than its arguments say.
 */
@NullMarked
package dev.quietus.execution.windows;

import org.jspecify.annotations.NullMarked;
