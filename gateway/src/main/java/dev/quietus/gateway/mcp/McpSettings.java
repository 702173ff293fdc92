package dev.quietus.gateway.mcp;

import java.time.Duration;
import java.util.Optional;

/**
 * The bounds and choices of one MCP gateway.
 *
 * @param name what the server is called; its tools are recorded as {@code name.tool}
 * @param longestMessage the most bytes of one message, in both directions
 * @param mostInFlight the most requests of one session that wait for an answer
 * @param mostSessions the most sessions at one time
 * @param startLimit how long a server may take to answer {@code initialize}
 * @param callLimit how long a request may take; empty: as long as it likes
 * @param grace how long answers are waited for after a stop, before the server is ended
 * @param lateLimit how long an answer is waited for after a request was given up, while the run
 *     goes on
 * @param endLimit how long the end of a server's process may take
 * @param trustsAnnotations whether a tool that its server calls read-only counts as without effects
 */
public record McpSettings(
        String name,
        int longestMessage,
        int mostInFlight,
        int mostSessions,
        Duration startLimit,
        Optional<Duration> callLimit,
        Duration grace,
        Duration lateLimit,
        Duration endLimit,
        boolean trustsAnnotations) {
    private static final int LONGEST_NAME = 60;

    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException if it has other signs than letters, digits, {@code _ -}, or
     *     too many
     */
    public McpSettings {
        if (!name.matches("[0-9A-Za-z_-]{1," + LONGEST_NAME + "}")) {
            throw new IllegalArgumentException("the name of an MCP server: expected 1 to "
                    + LONGEST_NAME + " letters, digits, _ or -, found '" + name + "'");
        }
    }

    /** The usual bounds: 32 MiB, 1,000 requests, 64 sessions, 30 s to start, 5 s of grace. */
    public static McpSettings of(String name) {
        return new McpSettings(
                name,
                32 << 20,
                1_000,
                64,
                Duration.ofSeconds(30),
                Optional.empty(),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(15),
                true);
    }

    /** The same with another bound of a message. */
    public McpSettings longestMessage(int bytes) {
        return new McpSettings(
                name,
                bytes,
                mostInFlight,
                mostSessions,
                startLimit,
                callLimit,
                grace,
                lateLimit,
                endLimit,
                trustsAnnotations);
    }

    /** The same with other bounds of requests and sessions. */
    public McpSettings most(int inFlight, int sessions) {
        return new McpSettings(
                name,
                longestMessage,
                inFlight,
                sessions,
                startLimit,
                callLimit,
                grace,
                lateLimit,
                endLimit,
                trustsAnnotations);
    }

    /** The same with other limits of start and calls. */
    public McpSettings limits(Duration start, Optional<Duration> call) {
        return new McpSettings(
                name,
                longestMessage,
                mostInFlight,
                mostSessions,
                start,
                call,
                grace,
                lateLimit,
                endLimit,
                trustsAnnotations);
    }

    /** The same with other times to wait for answers. */
    public McpSettings waits(Duration afterStop, Duration afterCancel) {
        return new McpSettings(
                name,
                longestMessage,
                mostInFlight,
                mostSessions,
                startLimit,
                callLimit,
                afterStop,
                afterCancel,
                endLimit,
                trustsAnnotations);
    }

    /** The same without belief in what a server says of its tools. */
    public McpSettings withoutTrust() {
        return new McpSettings(
                name,
                longestMessage,
                mostInFlight,
                mostSessions,
                startLimit,
                callLimit,
                grace,
                lateLimit,
                endLimit,
                false);
    }
}
