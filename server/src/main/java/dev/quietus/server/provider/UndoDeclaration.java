package dev.quietus.server.provider;

import java.util.Optional;

/**
 * How a completed effect is taken back.
 *
 * @param request the request
 * @param owner who decides about it
 * @param done the statuses that say that it was done
 */
record UndoDeclaration(RequestDeclaration request, Optional<String> owner, Statuses done) {}
