/** Runs over HTTP: register, renew, complete, promote, and how a run is shown. */
@NullMarked
package dev.quietus.server.run;

import org.jspecify.annotations.NullMarked;
