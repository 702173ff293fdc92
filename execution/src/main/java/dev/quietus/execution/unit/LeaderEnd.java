package dev.quietus.execution.unit;

/**
 * How the started process ended, as the system tells it. An exit with code 143 and a death by
 * SIGTERM are two different things.
 */
public sealed interface LeaderEnd {
    /**
     * It exited by itself.
     *
     * @param code 0 to 255
     */
    record Exited(int code) implements LeaderEnd {}

    /**
     * A signal ended it.
     *
     * @param signal the signal's number
     * @param dumped whether it left a core
     */
    record Killed(int signal, boolean dumped) implements LeaderEnd {}

    /**
     * It ended, and how can't be known: somebody else reaped it, or the one who watched died.
     *
     * @param why what is missing
     */
    record NotSeen(String why) implements LeaderEnd {}
}
