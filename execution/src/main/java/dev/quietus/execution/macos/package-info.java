/**
 * Units on macOS: a session and process group of their own, and what libproc tells. Written from
 * Apple's published headers and sources; not run on a Mac. Never says that everything has ended:
 * who leaves both is not seen.
 */
@NullMarked
package dev.quietus.execution.macos;

import org.jspecify.annotations.NullMarked;
