/**
 * What a command did to the files of one folder: a durable snapshot before it starts, and the
 * difference afterwards, by whoever asks. Owns the snapshot, its content store and the report.
 * Never writes into the tracked folder, never opens the user's own repository, never follows a link
 * out of the tree, and leaves nothing out without naming it.
 */
@NullMarked
package dev.quietus.execution.files;

import org.jspecify.annotations.NullMarked;
