package dev.quietus.gateway.mcp;

import dev.quietus.client.Outcome;

/** Why a request was given up before its answer came. */
enum Ending {
    /** An operator stopped the run, or this operation. */
    STOPPED(Outcome.CANCELLED, "stopped by the operator"),
    /** The client took its request back. */
    TAKEN_BACK(Outcome.CANCELLED, "cancelled by the client"),
    /** The client is gone. */
    CLIENT_GONE(Outcome.CANCELLED, "given up because the client is gone"),
    /** It took longer than it may. */
    TOO_LONG(Outcome.FAILED, "given up at the time limit of the gateway"),
    /** The server is gone, or the way to it. */
    SERVER_GONE(Outcome.FAILED, "the MCP server ended before it answered");

    private final Outcome outcome;
    private final String words;

    Ending(Outcome outcome, String words) {
        this.outcome = outcome;
        this.words = words;
    }

    /** What is recorded where nothing else comes of the call. */
    Outcome outcome() {
        return outcome;
    }

    /** The record's words. */
    String words() {
        return words;
    }

    /** Whether the client reads an answer to it. */
    boolean isAnswered() {
        return this == STOPPED || this == TOO_LONG || this == SERVER_GONE;
    }
}
