/**
 * The life of accepted work up to its result: accept, claim, begin, heartbeat, finish, retry, a
 * person's yes or no, and the worker that fell silent. Never decides what an outcome means for the
 * outside world (that is {@code settlement}).
 */
@NullMarked
package dev.quietus.core.dispatch;

import org.jspecify.annotations.NullMarked;
