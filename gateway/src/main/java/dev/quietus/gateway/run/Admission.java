package dev.quietus.gateway.run;

import dev.quietus.client.json.JsonObject;

/** What came of the question whether work may start. Only {@link Admitted} lets it through. */
public sealed interface Admission {

    /**
     * It is durably running: start now, and finish the passage in any case.
     *
     * @param passage the work from here to its result
     */
    record Admitted(Passage passage) implements Admission {}

    /**
     * Authority said no, and that is recorded.
     *
     * @param decision the denial, such as {@code deny_cancelled}
     * @param detail why, for people
     */
    record Refused(String decision, String detail) implements Admission {}

    /**
     * The operation has an outcome already: nothing is to be run.
     *
     * @param operation the operation with its outcome
     */
    record AlreadyFinished(JsonObject operation) implements Admission {}

    /**
     * The yes could not be recorded, so the answer is no (S12): the server is away, or does not
     * take the question as it stands.
     *
     * @param detail what went wrong, for people
     */
    record NotRecorded(String detail) implements Admission {}
}
