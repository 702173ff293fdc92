package dev.quietus.drill.truth;

import dev.quietus.client.Quietus;
import dev.quietus.client.http.HttpAnswer;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.receipt.ReceiptKeys;
import dev.quietus.client.receipt.ReceiptVerdict;
import dev.quietus.client.receipt.ReceiptVerifier;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A receipt with all that its verification needs; once fetched, nobody needs the server.
 *
 * @param envelope the signed receipt
 * @param keys the public keys, PEM
 * @param events the events of the run's tree from the first on
 */
public record Evidence(JsonObject envelope, String keys, List<JsonObject> events) {
    private static final int PAGE = 500;

    /** Keeps a copy of the events. */
    public Evidence {
        events = List.copyOf(events);
    }

    /**
     * Fetches the newest receipt of a run's stop.
     *
     * @param operator who asks
     */
    public static Evidence newest(Quietus operator, String runId) {
        return of(operator, runId, OptionalLong.empty());
    }

    /** Fetches a certain revision of the receipt. */
    public static Evidence ofRevision(Quietus operator, String runId, long revision) {
        return of(operator, runId, OptionalLong.of(revision));
    }

    /** Verifies who signed it, what it says, and the chain of events that it covers. */
    public ReceiptVerdict verify() {
        return ReceiptVerifier.verify(envelope, ReceiptKeys.fromPem(keys), Optional.of(events));
    }

    private static Evidence of(Quietus operator, String runId, OptionalLong revision) {
        return new Evidence(
                operator.receipt(runId, revision).object("envelope"),
                keys(operator),
                events(operator, runId));
    }

    private static String keys(Quietus operator) {
        HttpAnswer answer = operator.client().call(HttpCall.get("v1", "keys"));
        StringBuilder pem = new StringBuilder();
        for (JsonObject key :
                ((HttpAnswer.Answered) answer).object().array("keys").objects()) {
            pem.append(key.string("public_key_pem").strip()).append('\n');
        }
        return pem.toString();
    }

    /** Every event of the tree of a run. */
    public static List<JsonObject> events(Quietus operator, String runId) {
        List<JsonObject> all = new ArrayList<>();
        OptionalLong after = OptionalLong.of(0);
        while (after.isPresent()) {
            JsonObject page = operator.events(runId, after.getAsLong(), PAGE);
            all.addAll(page.array("events").objects());
            after = page.optionalInteger("next_after");
        }
        return all;
    }
}
