/**
 * Taking back what a command did to files on this machine: what is shown of it, and its record on
 * the server. Must never touch the files itself; that is the execution module's work.
 */
@NullMarked
package dev.quietus.cli.undo;

import org.jspecify.annotations.NullMarked;
