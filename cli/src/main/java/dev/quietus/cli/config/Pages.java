package dev.quietus.cli.config;

import dev.quietus.client.http.HttpAnswer;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.http.QuietusClient;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists that the server gives in pages. */
public final class Pages {
    private static final int PAGE = 1_000;
    private static final int MOST_PAGES = 1_000;

    private Pages() {}

    /** The answer's object; an empty one if the server answers nothing. */
    public static JsonObject object(QuietusClient client, HttpCall call) {
        return client.call(call) instanceof HttpAnswer.Answered answered
                ? answered.object()
                : JsonObject.empty();
    }

    /**
     * The members of a list, up to {@code most}.
     *
     * @param call the list without its page
     * @param member the list's name in the answer
     */
    public static List<JsonObject> all(
            QuietusClient client, HttpCall call, String member, int most) {
        List<JsonObject> all = new ArrayList<>();
        Optional<String> after = Optional.empty();
        for (int page = 0; page < MOST_PAGES && all.size() < most; page++) {
            int limit = Math.min(PAGE, most - all.size());
            JsonObject answer = object(
                    client, call.query("limit", Integer.toString(limit)).query("after", after));
            List<JsonObject> found =
                    answer.optionalArray(member).orElse(JsonArray.empty()).objects();
            all.addAll(found);
            after = cursor(answer);
            if (after.isEmpty() || found.isEmpty()) {
                break;
            }
        }
        return all;
    }

    /** Where a list goes on: a text or a number. */
    private static Optional<String> cursor(JsonObject answer) {
        return answer.member("next_after")
                .map(value -> value instanceof JsonString text ? text.value() : value.toJson());
    }
}
