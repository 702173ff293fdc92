package dev.quietus.server.provider;

import java.util.Optional;

/**
 * How the authoritative system is asked what it shows.
 *
 * @param request the request for the effect
 * @param present finds the effect in its answer
 * @param requires finds what must stand in an answer that may say that there is no effect
 * @param absent the statuses that say that there is none
 * @param jobPath where the job itself is looked at, if not in the same answer
 * @param ended finds what shows that the job has ended
 * @param seen finds what shows that the provider knows the job
 * @param effectId finds the provider's name of the effect
 */
record ObserveDeclaration(
        RequestDeclaration request,
        PathExpression present,
        Optional<PathExpression> requires,
        Statuses absent,
        Optional<Template> jobPath,
        Optional<PathExpression> ended,
        Optional<PathExpression> seen,
        Optional<PathExpression> effectId) {}
