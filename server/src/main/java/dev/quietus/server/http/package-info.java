/**
 * HTTP in and out: routes, bounded and strict JSON, problem documents, event streams. Knows no rule
 * of the core; a handler gets a checked request and gives an answer.
 */
@NullMarked
package dev.quietus.server.http;

import org.jspecify.annotations.NullMarked;
