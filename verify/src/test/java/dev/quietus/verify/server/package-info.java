/**
 * A real Quietus server for tests: in this process or in one of its own that can be killed, over a
 * directory that outlives both, with a clock that tests move. Owns starting, restarting and killing
 * it, and the check of the whole ledger after each test. It must never look into the server's
 * memory: what it knows it has from HTTP and from the ledger's file.
 */
@NullMarked
package dev.quietus.verify.server;

import org.jspecify.annotations.NullMarked;
