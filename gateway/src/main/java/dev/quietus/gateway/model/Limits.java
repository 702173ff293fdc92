package dev.quietus.gateway.model;

import java.time.Duration;

/** The gateway's bounds. */
final class Limits {
    /** Connections at the same time; more are told so. */
    static final int CONNECTIONS = 4_096;
    /** Until a head that has begun must go on. */
    static final Duration HEAD_PAUSE = Duration.ofSeconds(15);
    /** A client that sends nothing of its request's body for so long is answered. */
    static final Duration BODY_SILENCE = Duration.ofMinutes(2);
    /** A kept connection on which nothing is asked. */
    static final Duration IDLE = Duration.ofMinutes(15);
    /** How often a waiting thread looks up. */
    static final Duration TICK = Duration.ofSeconds(30);
    /** Until an upstream is connected, TLS included. */
    static final Duration CONNECT = Duration.ofSeconds(30);
    /** A model may think for long; then it has failed. */
    static final Duration ANSWER_SILENCE = Duration.ofMinutes(30);
    /** How long a stop waits for the event that is half through. */
    static final Duration EVENT_GRACE = Duration.ofMillis(100);
    /** How long a stop waits for the client to take the last words before its end is recorded. */
    static final Duration LAST_WORDS = Duration.ofSeconds(1);
    /** How long it waits after that before the client's connection is closed. */
    static final Duration UNHEARD = Duration.ofSeconds(4);
    /** The largest body of a generating call. */
    static final long CALL_BYTES = 512L << 20;
    /** What is read of a refused request, so that its sender hears the answer. */
    static final long DRAINED_BYTES = 64L << 20;
    /** How long that may take. */
    static final Duration DRAIN = Duration.ofSeconds(10);
    /** How long a closed gateway waits for what it ends. */
    static final Duration CLOSE = Duration.ofSeconds(3);

    private Limits() {}
}
