package dev.quietus.server.provider;

import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;

/** What came back of one request. */
sealed interface HttpAnswer {
    /**
     * A status came back.
     *
     * @param status the HTTP status
     * @param headers the headers of the answer
     * @param body what came of the body
     */
    record Answered(int status, HttpHeaders headers, Body body) implements HttpAnswer {}

    /**
     * No status came back, or none that may be used; the request may have arrived all the same.
     *
     * @param why in one line
     */
    record NoAnswer(String why) implements HttpAnswer {}

    /** The body of an answer. */
    sealed interface Body {
        /**
         * The whole body.
         *
         * @param bytes its content, to be read through a duplicate
         */
        record Whole(ByteBuffer bytes) implements Body {}

        /**
         * The body was too large, broke off, or did not end in time.
         *
         * @param why in one line
         */
        record Broken(String why) implements Body {}
    }
}
