package dev.quietus.verify.server;

import dev.quietus.client.Quietus;
import dev.quietus.client.http.HttpAnswer;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.http.QuietusClient;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.http.RetryPolicy;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonValue;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Somebody who speaks to a server with one token: the client library for what it has a method for,
 * bare calls for the rest. One try for each call, so that a test sees what was answered.
 */
public final class Caller implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(45);
    private static final int PAGE = 500;
    private static final int MOST_PAGES = 1_000;

    private final Quietus quietus;

    private Caller(Quietus quietus) {
        this.quietus = quietus;
    }

    /** Speaks to this server with this token. */
    public static Caller of(String url, String token) {
        RetryPolicy once = new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1));
        return new Caller(Quietus.over(QuietusClient.builder(URI.create(url))
                .token(token)
                .retry(once)
                .requestTimeout(PATIENCE)
                .deadline(PATIENCE)
                .build()));
    }

    /** The client library with this token. */
    public Quietus quietus() {
        return quietus;
    }

    /** The document at a path under {@code /v1}. */
    public JsonObject get(String... segments) {
        return object(HttpCall.get(versioned(segments)));
    }

    /** What is answered to a body at a path under {@code /v1}. */
    public JsonObject post(JsonObject body, String... segments) {
        return object(HttpCall.post(body, versioned(segments)));
    }

    /** What a POST without a body is answered. */
    public JsonObject post(String... segments) {
        return post(JsonObject.empty(), segments);
    }

    /** The document at a path, or empty where there is none. */
    public Optional<JsonObject> find(String... segments) {
        try {
            return Optional.of(get(segments));
        } catch (QuietusProblemException refused) {
            if (refused.status() == 404) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    /** The problem that a call is refused with; the test fails where it is not refused. */
    public static QuietusProblemException refusal(Runnable call) {
        try {
            call.run();
        } catch (QuietusProblemException refused) {
            return refused;
        }
        throw new AssertionError("the call was not refused");
    }

    /** Everything of a list that is served in pages. */
    public List<JsonObject> all(String member, String... segments) {
        List<JsonObject> all = new ArrayList<>();
        Optional<String> after = Optional.empty();
        for (int page = 0; page < MOST_PAGES; page++) {
            HttpCall call = HttpCall.get(versioned(segments))
                    .query("limit", Integer.toString(PAGE))
                    .query("after", after);
            JsonObject answer = object(call);
            all.addAll(answer.array(member).objects());
            after = answer.member("next_after").map(Caller::text);
            if (after.isEmpty()) {
                return all;
            }
        }
        throw new AssertionError("the list at " + String.join("/", segments) + " has no end");
    }

    private static String text(JsonValue cursor) {
        return cursor.toString().replace("\"", "");
    }

    private JsonObject object(HttpCall call) {
        return quietus.client().call(call) instanceof HttpAnswer.Answered answered
                ? answered.object()
                : JsonObject.empty();
    }

    private static String[] versioned(String... segments) {
        List<String> whole = new ArrayList<>(List.of("v1"));
        whole.addAll(List.of(segments));
        return whole.toArray(String[]::new);
    }

    @Override
    public void close() {
        quietus.close();
    }
}
