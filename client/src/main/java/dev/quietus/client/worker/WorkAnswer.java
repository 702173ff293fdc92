package dev.quietus.client.worker;

import dev.quietus.client.FinishFacts;
import dev.quietus.client.json.JsonObject;

/** What came of guarded work. In each case the server has recorded it. */
public sealed interface WorkAnswer {

    /**
     * The work came to its end and told its facts.
     *
     * @param facts what was told
     * @param recorded the server's answer
     */
    record Finished(FinishFacts facts, JsonObject recorded) implements WorkAnswer {}

    /**
     * The work threw.
     *
     * @param facts what was told in its place
     * @param recorded the server's answer
     * @param cause what it threw
     */
    record Failed(FinishFacts facts, JsonObject recorded, Exception cause) implements WorkAnswer {}

    /**
     * The work ended because its scope was cancelled, or was not started for that reason. That says
     * nothing about effects, but what the facts say.
     *
     * @param facts what was told in its place
     * @param recorded the server's answer
     * @param reason why it was cancelled
     */
    record Cancelled(FinishFacts facts, JsonObject recorded, String reason) implements WorkAnswer {}

    /**
     * The work was not started: authority said no.
     *
     * @param decision the denial, such as {@code deny_stale_epoch}
     * @param detail why, for people
     */
    record Denied(String decision, String detail) implements WorkAnswer {}

    /**
     * The work was not started: the operation has an outcome already.
     *
     * @param operation the operation with its outcome
     */
    record AlreadyFinished(JsonObject operation) implements WorkAnswer {}
}
