package dev.quietus.client.stop;

import dev.quietus.client.json.JsonObject;

/** What came of pressing stop. */
public sealed interface StopAnswer {

    /**
     * The barrier is durable: nothing of the run starts any more. It does not say that anything in
     * flight has ended.
     *
     * @param barrier the barrier as the server gave it
     */
    record Acknowledged(JsonObject barrier) implements StopAnswer {}

    /**
     * The server refused for good; asking again gives the same answer.
     *
     * @param status the status, 400 to 499
     * @param problem the RFC 9457 problem; made from the answer's text if the server sent none
     */
    record Refused(int status, JsonObject problem) implements StopAnswer {}

    /**
     * No acknowledgement in time. The run may or may not be stopping: ask again.
     *
     * @param tries how often the server was asked
     * @param lastReason why the last try failed, in words
     */
    record NotAcknowledged(int tries, String lastReason) implements StopAnswer {}
}
