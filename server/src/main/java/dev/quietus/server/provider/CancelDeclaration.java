package dev.quietus.server.provider;

/**
 * How a provider is asked to cancel.
 *
 * @param request the request
 * @param accepted the statuses that say it took the request
 * @param ended the statuses that say that the job has ended already; they come first
 */
record CancelDeclaration(RequestDeclaration request, Statuses accepted, Statuses ended) {}
