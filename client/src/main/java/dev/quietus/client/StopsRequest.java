package dev.quietus.client;

import dev.quietus.client.json.JsonBoolean;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;

/** A stop of many runs at once: one barrier per root run. */
public sealed interface StopsRequest {

    /** What each of the runs is told. */
    StopRequest stop();

    /**
     * Every run that has the label.
     *
     * @param key the label's key, without an equals sign
     * @param value the label's value
     * @param stop what each of the runs is told; its selector plays no part
     */
    record Labelled(String key, String value, StopRequest stop) implements StopsRequest {

        /**
         * Checks the label.
         *
         * @throws IllegalArgumentException if one part is not 1 to 200 printable ASCII characters,
         *     or the key has an equals sign, which ends it on the wire
         */
        public Labelled {
            Identifiers.check("label name", key);
            Identifiers.check("label value", value);
            if (key.indexOf('=') >= 0) {
                throw new IllegalArgumentException(
                        "label name: expected no equals sign, found \"" + key + "\"");
            }
        }
    }

    /**
     * Every run.
     *
     * @param freeze whether new root runs are refused until an operator reopens
     * @param stop what each of the runs is told; its selector plays no part
     */
    record Everything(boolean freeze, StopRequest stop) implements StopsRequest {}

    /** The request as the API takes it. */
    default JsonObject body() {
        JsonObject body = stop().body().without("selector");
        if (this instanceof Labelled labelled) {
            return body.with("label", new JsonString(labelled.key() + "=" + labelled.value()));
        }
        Everything everything = (Everything) this;
        return body.with("all", new JsonBoolean(true))
                .with("freeze", new JsonBoolean(everything.freeze()));
    }
}
