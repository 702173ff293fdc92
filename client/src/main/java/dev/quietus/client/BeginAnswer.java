package dev.quietus.client;

import dev.quietus.client.json.JsonObject;

/** The decision at the moment of starting. Only {@link Allowed} lets work start. */
public sealed interface BeginAnswer {

    /**
     * The operation is durably running: start now.
     *
     * @param attempt the attempt's number, to be carried by heartbeats and finish
     * @param revocationEpoch the run's epoch at the decision
     * @param raw the whole answer
     */
    record Allowed(long attempt, long revocationEpoch, JsonObject raw) implements BeginAnswer {}

    /**
     * Authority said no; the refusal is recorded. Do not start, do not retry as it is.
     *
     * @param decision the denial, such as {@code deny_parent_revoked}
     * @param detail why, for people
     */
    record Denied(String decision, String detail) implements BeginAnswer {
        /** Why, and by which decision, which is said once. */
        public String inWords() {
            return detail.contains(decision) ? detail : detail + " (" + decision + ")";
        }
    }

    /**
     * The operation has an outcome already: use that one and run nothing.
     *
     * @param operation the operation with its outcome
     */
    record AlreadyFinished(JsonObject operation) implements BeginAnswer {}
}
