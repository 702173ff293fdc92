package dev.quietus.client.http;

import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonValue;

/** A good answer (2xx). Everything else is an exception of {@link QuietusException}'s family. */
public sealed interface HttpAnswer {

    /** The status code, 200 to 299. */
    int status();

    /**
     * An answer with content.
     *
     * @param status 200 to 299
     * @param body the content
     */
    record Answered(int status, JsonValue body) implements HttpAnswer {

        /**
         * The content as an object.
         *
         * @throws QuietusProtocolException if it is something else
         */
        public JsonObject object() {
            if (body instanceof JsonObject object) {
                return object;
            }
            throw new QuietusProtocolException(
                    "answer " + status + ": expected a JSON object, found other JSON");
        }
    }

    /**
     * An answer without content, such as 204.
     *
     * @param status 200 to 299
     */
    record Empty(int status) implements HttpAnswer {}
}
