/**
 * The documents against the code: lists that are written by hand must be complete, and what can be
 * generated must be fresh. Never changes a document itself; fresh text is left in {@code target}.
 */
@NullMarked
package dev.quietus.verify.documents;

import org.jspecify.annotations.NullMarked;
