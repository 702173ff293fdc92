package dev.quietus.gateway.model;

import dev.quietus.gateway.model.dialect.Refusal;

/** Why an exchange ended before its answer was complete. The first one counts. */
sealed interface Cause {

    /** What is recorded. */
    String words();

    /**
     * A stop was requested.
     *
     * @param words who said what, for people
     */
    record Stopped(String words) implements Cause {}

    /**
     * The client ended its connection. No stop: nobody asked for one.
     *
     * @param words how it was noticed
     */
    record ClientHungUp(String words) implements Cause {}

    /**
     * What the client sent was not sound, or did not come.
     *
     * @param kind how the client is answered
     * @param words what was wrong
     */
    record BadRequest(Refusal.Kind kind, String words) implements Cause {}

    /**
     * The upstream could not be reached, broke off, or broke the protocol.
     *
     * @param words what happened
     * @param stale whether a kept connection ended as the request was sent, before any answer
     */
    record UpstreamFailed(String words, boolean stale) implements Cause {}

    /** The gateway is being closed. */
    record GatewayClosed() implements Cause {
        @Override
        public String words() {
            return "the gateway was closed";
        }
    }
}
