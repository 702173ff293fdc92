/**
 * What the tests of the command line share: a console without a terminal, a server that answers
 * what it is told, and receipts that are signed like real ones. Owns no test.
 */
@NullMarked
package dev.quietus.cli.testing;

import org.jspecify.annotations.NullMarked;
