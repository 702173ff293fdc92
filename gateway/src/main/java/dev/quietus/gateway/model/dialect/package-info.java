/**
 * The four model APIs as far as a gateway has to speak them itself: which requests generate, how an
 * error is said, how a stream is ended so that its reader understands.
 *
 * <p>This package owns those forms. It must never do input or output.
 */
@NullMarked
package dev.quietus.gateway.model.dialect;

import org.jspecify.annotations.NullMarked;
