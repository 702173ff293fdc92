package dev.quietus.client;

import dev.quietus.client.json.JsonBoolean;
import dev.quietus.client.json.JsonObject;

/** A stop of many runs at once: one barrier per root run. */
public sealed interface StopsRequest {

    /** What each of the runs is told. */
    StopRequest stop();

    /**
     * Every run that has the label.
     *
     * @param key the label's key
     * @param value the label's value
     * @param stop what each of the runs is told
     */
    record Labelled(String key, String value, StopRequest stop) implements StopsRequest {}

    /**
     * Every run.
     *
     * @param freeze whether new root runs are refused until an operator reopens
     * @param stop what each of the runs is told
     */
    record Everything(boolean freeze, StopRequest stop) implements StopsRequest {}

    /** The request as the API takes it. */
    default JsonObject body() {
        JsonObject body = stop().body();
        if (this instanceof Labelled labelled) {
            JsonObject labels =
                    JsonObject.builder().put(labelled.key(), labelled.value()).build();
            return body.with("labels", labels);
        }
        Everything everything = (Everything) this;
        return body.with("all", new JsonBoolean(true))
                .with("freeze", new JsonBoolean(everything.freeze()));
    }
}
