package dev.quietus.server.http;

import java.util.List;
import java.util.Set;

/**
 * One call of the interface.
 *
 * @param method the HTTP method
 * @param template the path, with {@code {name}} for its parts
 * @param callers which kinds of token may make it; empty for everybody, without a token
 * @param handler what it does
 */
public record Route(String method, String template, Set<Caller> callers, Handler handler) {
    /** Copies the set. */
    public Route {
        callers = Set.copyOf(callers);
    }

    /** The kinds of token. */
    public enum Caller {
        /** A person who runs the system. */
        OPERATOR,
        /** Somebody who reads everything and changes nothing. */
        AUDITOR,
        /** A program that carries work out. */
        WORKER,
        /** An agent with the lease of a run. */
        AGENT
    }

    /** What a call does. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Handles a request.
         *
         * @throws Problem for everything that is the caller's mistake or authority's refusal
         */
        Answer handle(Request request) throws InterruptedException;
    }

    /** The segments of the path. */
    List<String> segments() {
        return List.of(template.substring(1).split("/"));
    }
}
