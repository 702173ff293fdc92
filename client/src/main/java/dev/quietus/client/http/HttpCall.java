package dev.quietus.client.http;

import dev.quietus.client.json.JsonObject;

import java.time.Duration;
import java.util.Optional;

/**
 * One call, as data: what is asked, and how long the answer may take.
 *
 * <p>Every call of Quietus may be repeated: it names its run, operation, barrier or request by an
 * id, and the same call again gets the same answer. That is why there is no flag for it.
 *
 * @param method GET or POST
 * @param target path and query, percent-encoded, beginning with a slash
 * @param body the JSON body of a POST
 * @param longPoll how long the server may hold the call before it answers; added to the time that
 *     one try may take, zero for ordinary calls
 * @param deadline how long all tries together may take; empty: the client's own deadline
 */
public record HttpCall(
        Method method,
        String target,
        Optional<JsonObject> body,
        Duration longPoll,
        Optional<Duration> deadline) {

    /** The methods that the API uses. */
    public enum Method {
        /** Reads. */
        GET,
        /** Asks for something to be recorded. */
        POST
    }

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if the target does not begin with a slash, a GET has a body,
     *     a duration is negative, or the long poll is longer than a year
     */
    public HttpCall {
        if (!target.startsWith("/")) {
            throw new IllegalArgumentException(
                    "call: expected a target with a leading slash, found " + target);
        }
        if (method == Method.GET && body.isPresent()) {
            throw new IllegalArgumentException("call: GET " + target + " can't have a body");
        }
        if (longPoll.isNegative() || longPoll.compareTo(Deadline.LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "call: expected a long poll from zero to a year, found " + longPoll);
        }
        if (deadline.isPresent() && deadline.get().isNegative()) {
            throw new IllegalArgumentException("call: negative deadline " + deadline.get());
        }
    }

    /** A GET of the path made of these segments; see {@link UrlPath#of(String...)}. */
    public static HttpCall get(String... segments) {
        return new HttpCall(
                Method.GET,
                UrlPath.of(segments),
                Optional.empty(),
                Duration.ZERO,
                Optional.empty());
    }

    /** A POST to the path made of these segments; see {@link UrlPath#of(String...)}. */
    public static HttpCall post(JsonObject body, String... segments) {
        return new HttpCall(
                Method.POST,
                UrlPath.of(segments),
                Optional.of(body),
                Duration.ZERO,
                Optional.empty());
    }

    /** What a POST sends: JSON text. */
    String content() {
        return body.isPresent() ? body.get().toJson() : "{}";
    }

    /** The same call with one more query parameter. */
    public HttpCall query(String name, String value) {
        String separator = target.indexOf('?') < 0 ? "?" : "&";
        String longer = target + separator + UrlPath.encode(name) + "=" + UrlPath.encode(value);
        return new HttpCall(method, longer, body, longPoll, deadline);
    }

    /** The same call with one more query parameter if there is a value. */
    public HttpCall query(String name, Optional<String> value) {
        return value.isPresent() ? query(name, value.get()) : this;
    }

    /** The same call, which the server may hold for so long. */
    public HttpCall heldFor(Duration wait) {
        return new HttpCall(method, target, body, wait, deadline);
    }

    /** The same call, all tries of which together may take so long. */
    public HttpCall within(Duration limit) {
        return new HttpCall(method, target, body, longPoll, Optional.of(limit));
    }
}
