/**
 * The model gateway: an HTTP/1.1 relay between an agent and the model APIs, transparent while the
 * run has authority.
 *
 * <p>This package owns the connections on both sides and the time at which bytes go on. Nothing of
 * a generating call goes upstream before its begin is on record; a stop closes the upstream at once
 * and ends the client's stream in its API's own form. It must never keep or show a key, a prompt or
 * an answer, and never make an ending look like a finished answer.
 */
@NullMarked
package dev.quietus.gateway.model;

import org.jspecify.annotations.NullMarked;
