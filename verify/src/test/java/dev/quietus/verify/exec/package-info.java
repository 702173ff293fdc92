/** {@code quietus exec} as people run it: real processes, a real server, a real ledger. */
@NullMarked
package dev.quietus.verify.exec;

import org.jspecify.annotations.NullMarked;
