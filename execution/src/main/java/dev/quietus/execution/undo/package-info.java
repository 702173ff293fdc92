/**
 * Takes back what a command did to the files of one folder, on request. Owns the plan, its journal
 * and the result. Never overwrites or removes what is neither what the command left nor what was
 * there before, never follows a link that took the place of a folder, and never calls something
 * taken back that is not.
 */
@NullMarked
package dev.quietus.execution.undo;

import org.jspecify.annotations.NullMarked;
