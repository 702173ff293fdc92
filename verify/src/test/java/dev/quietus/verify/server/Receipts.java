package dev.quietus.verify.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.http.HttpAnswer;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.receipt.ReceiptKey;
import dev.quietus.client.receipt.ReceiptKeys;
import dev.quietus.client.receipt.ReceiptVerdict;
import dev.quietus.client.receipt.ReceiptVerifier;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Fetches receipts and lets none pass that does not verify with the public keys and the events. */
final class Receipts {
    private final Caller operator;

    Receipts(Caller operator) {
        this.operator = operator;
    }

    /** The newest receipt of a run's stop. */
    JsonObject newest(String run) {
        return verified(operator.get("runs", run, "receipt"));
    }

    /** Every revision of a barrier's receipt, oldest first. */
    List<JsonObject> ofBarrier(String barrier) {
        return operator.get("barriers", barrier, "receipts").array("receipts").objects().stream()
                .map(listed -> verified(revision(barrier, listed.integer("revision"))))
                .toList();
    }

    private JsonObject revision(String barrier, long revision) {
        HttpCall call = HttpCall.get("v1", "barriers", barrier, "receipt")
                .query("revision", Long.toString(revision));
        return operator.quietus().client().call(call) instanceof HttpAnswer.Answered answered
                ? answered.object()
                : JsonObject.empty();
    }

    private JsonObject verified(JsonObject answer) {
        String run = answer.string("run_id");
        ReceiptVerdict verdict = ReceiptVerifier.verify(
                answer.object("envelope"),
                keys(),
                Optional.of(operator.all("events", "runs", run, "events")));
        return switch (verdict) {
            case ReceiptVerdict.Valid valid -> {
                assertThat(valid.receipt().string("decision")).isEqualTo(answer.string("decision"));
                assertThat(valid.receipt().integer("revision"))
                        .isEqualTo(answer.integer("revision"));
                yield valid.receipt();
            }
            case ReceiptVerdict.Invalid invalid ->
                throw new AssertionError(
                        "the receipt of " + run + " does not verify: " + invalid.faults());
        };
    }

    private List<ReceiptKey> keys() {
        return ReceiptKeys.fromPem(operator.get("keys").array("keys").objects().stream()
                .map(key -> key.string("public_key_pem"))
                .collect(Collectors.joining("\n")));
    }
}
