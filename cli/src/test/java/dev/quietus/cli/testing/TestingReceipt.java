package dev.quietus.cli.testing;

import dev.quietus.client.json.CanonicalJson;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.receipt.ReceiptKey;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** A stop receipt with its chain of events and its key, made here the way a server makes them. */
public final class TestingReceipt {

    private static final String TYPE = "application/vnd.in-toto+json";

    private final KeyPair keys;
    private final List<JsonObject> events;

    private TestingReceipt(KeyPair keys, List<JsonObject> events) {
        this.keys = keys;
        this.events = List.copyOf(events);
    }

    /** A receipt of the run {@code cc-run-4421} over four events, signed with a fresh key. */
    public static TestingReceipt make() {
        try {
            List<JsonObject> events = new ArrayList<>();
            String previous = "0".repeat(64);
            for (int seq = 1; seq <= 4; seq++) {
                JsonObject open = JsonObject.builder()
                        .put("tree_id", "cc-run-4421")
                        .put("seq", seq)
                        .put("at", "2026-08-16T10:51:0" + seq + ".000Z")
                        .put("type", "operation_accepted")
                        .put("run_id", "cc-run-4421")
                        .put("operation_id", "op-" + seq)
                        .put("data", JsonObject.builder().put("tool", "a.b").build())
                        .put("prev_hash", previous)
                        .build();
                previous = sha256(CanonicalJson.bytes(open));
                events.add(JsonObject.builder()
                        .put("tree_id", open.string("tree_id"))
                        .put("seq", seq)
                        .put("at", open.string("at"))
                        .put("type", open.string("type"))
                        .put("run_id", open.string("run_id"))
                        .put("operation_id", open.string("operation_id"))
                        .put("data", open.object("data"))
                        .put("prev_hash", open.string("prev_hash"))
                        .put("hash", previous)
                        .build());
            }
            return new TestingReceipt(
                    KeyPairGenerator.getInstance("Ed25519").generateKeyPair(), events);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The events, one a line. */
    public String eventLines() {
        StringBuilder lines = new StringBuilder();
        events.forEach(event -> lines.append(event.toJson()).append('\n'));
        return lines.toString();
    }

    /** The events as one document. */
    public JsonObject eventDocument() {
        return JsonObject.builder().put("events", JsonArray.of(events)).build();
    }

    /** What is signed, with its members in the order of their names. */
    public JsonObject receipt() {
        String head = events.get(events.size() - 1).string("hash");
        return Json.parseObject("""
                {"authority":{"current_epoch":18,"descendant_leases_revoked":2,
                              "root_lease":"revoked"},
                 "barrier_id":"stop-cc-run-4421-01","decision":"stopped_and_quiet",
                 "effects":{"cancelled_without_effect":1,"completed_and_verified":0,"unknown":0},
                 "evidence":{"event_count":4,"head_hash":"%s","tree_id":"cc-run-4421"},
                 "in_flight":[{"cancellation":{"provider_response":"accepted",
                                               "requested_at":"2026-08-16T10:51:04.233Z"},
                               "effect_check":{"checked_at":"2026-08-16T10:51:39.900Z",
                                               "observed":"none"},
                               "operation_id":"reserve-preview-payments-8bc911d",
                               "provider_job":"preview-7712","run_id":"cc-run-4421",
                               "settled_state":"cancelled_without_effect",
                               "state_at_barrier":"running","tool":"deployment.reserve_preview"}],
                 "last_activity_at":"2026-08-16T10:51:09.804Z",
                 "last_settled_at":"2026-08-16T10:51:09.804Z","late_attempts_denied":2,
                 "quiet_period_seconds":30,"reason":"wrong_commit_detected","reconciliation":[],
                 "requested_at":"2026-08-16T10:51:04.018Z","requested_by":"operator:thomas",
                 "revision":1,"run_id":"cc-run-4421",
                 "stages":{"dispatch_stopped":"2026-08-16T10:51:04.021Z",
                           "effects_settled":"2026-08-16T10:51:09.804Z",
                           "generation_stopped":"2026-08-16T10:51:04.102Z",
                           "queued_work_cancelled":"2026-08-16T10:51:04.140Z"},
                 "verified_at":"2026-08-16T10:51:39.921Z",
                 "work":{"in_flight_settled":1,"queued_cancelled":3,
                         "scheduled_retries_cancelled":2}}
                """.formatted(head));
    }

    /** The envelope over a receipt, signed with this one's key (DSSE v1). */
    public JsonObject envelope(JsonObject receipt) {
        JsonObject statement = JsonObject.builder()
                .put("_type", "https://in-toto.io/Statement/v1")
                .put(
                        "subject",
                        JsonArray.of(List.of(JsonObject.builder()
                                .put("name", "quietus-run:" + receipt.string("run_id"))
                                .put(
                                        "digest",
                                        JsonObject.builder()
                                                .put(
                                                        "sha256",
                                                        receipt.object("evidence")
                                                                .string("head_hash"))
                                                .build())
                                .build())))
                .put("predicateType", "https://quietus.dev/stop-receipt/v1")
                .put(
                        "predicate",
                        JsonObject.builder().put("stop_receipt", receipt).build())
                .build();
        byte[] payload = CanonicalJson.bytes(statement);
        return JsonObject.builder()
                .put("payloadType", TYPE)
                .put("payload", Base64.getEncoder().encodeToString(payload))
                .put(
                        "signatures",
                        JsonArray.of(List.of(JsonObject.builder()
                                .put("keyid", ReceiptKey.of(keys.getPublic()).keyid())
                                .put("sig", Base64.getEncoder().encodeToString(signed(payload)))
                                .build())))
                .build();
    }

    /** The envelope over {@link #receipt()}. */
    public JsonObject envelope() {
        return envelope(receipt());
    }

    /** The server's answer that carries the envelope. */
    public JsonObject answer() {
        return JsonObject.builder()
                .put("barrier_id", "stop-cc-run-4421-01")
                .put("run_id", "cc-run-4421")
                .put("revision", 1)
                .put("newest", true)
                .put("decision", "stopped_and_quiet")
                .put("envelope", envelope())
                .build();
    }

    private byte[] signed(byte[] payload) {
        try {
            String head = "DSSEv1 " + TYPE.length() + " " + TYPE + " " + payload.length + " ";
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(keys.getPrivate());
            signature.update(head.getBytes(StandardCharsets.UTF_8));
            signature.update(payload);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The public key as PEM. */
    public String pem() {
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'})
                        .encodeToString(keys.getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    /** Puts the public key where the command looks for those of this machine. */
    public void trustIn(Path home) {
        try {
            Path folder = home.resolve(".local/state/quietus/keys");
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("one.pub.pem"), pem());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
