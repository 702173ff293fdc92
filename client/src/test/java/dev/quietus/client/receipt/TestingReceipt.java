package dev.quietus.client.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.CanonicalJson;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonNumber;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.client.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Receipts, chains and signatures as a server makes them, to be spoilt one thing at a time. */
final class TestingReceipt {

    static final KeyPair PAIR = pair();
    static final ReceiptKey KEY = ReceiptKey.of(PAIR.getPublic());
    static final List<JsonObject> CHAIN = chain("run_registered", "stop_requested", "swept");
    static final String HEAD = CHAIN.get(2).string("hash");

    /** All that a receipt can say at once: one operation of each settled kind. */
    static final JsonObject QUIET = Json.parseObject("""
            {"barrier_id":"stop-r-1","run_id":"r","revision":2,"supersedes":1,
             "selector":"everything","requested_at":"2026-08-16T10:51:04.018Z",
             "requested_by":"operator:thomas","reason":"wrong_commit_detected",
             "authority":{"root_lease":"revoked","lease":"lease-1",
               "descendant_leases_revoked":2,"active_leases":0,"current_epoch":18},
             "work":{"queued_cancelled":3,"in_flight_settled":4,"scheduled_retries_cancelled":2,
               "timers_cancelled":0,"approvals_cancelled":0,"pending_calls":0},
             "effects":{"completed_and_verified":1,"cancelled_without_effect":2,
               "ended_no_effect_expected":1,"unknown":0},
             "stages":{"generation_stopped":"2026-08-16T10:51:04.102Z",
               "dispatch_stopped":"2026-08-16T10:51:04.018Z",
               "queued_work_cancelled":"2026-08-16T10:51:04.140Z",
               "effects_settled":"2026-08-16T10:51:09.804Z"},
             "late_attempts_denied":1,
             "in_flight":[
               {"operation_id":"preview","run_id":"r","tool":"deployment.reserve_preview",
                "provider_job":"preview-7712","state_at_barrier":"running",
                "state":"cancelled_during_execution",
                "cancellation":{"requested_at":"2026-08-16T10:51:04.233Z",
                  "provider_response":"accepted","detail":"HTTP 202",
                  "answered_at":"2026-08-16T10:51:04.300Z"},
                "effect_check":{"expected_absence":{"effect_for_run":"r"},"observed":"none",
                  "detail":"HTTP 200","checked_at":"2026-08-16T10:51:39.900Z","tries":2},
                "settled_state":"cancelled_without_effect","settled_at":"2026-08-16T10:51:09.804Z",
                "settled_by":"provider:deployment","settled_because":"HTTP 200"},
               {"operation_id":"mail","run_id":"r-child","tool":"mail.send",
                "state_at_barrier":"running","state":"outcome_unknown",
                "effect_check":{"observed":"not_known","checked_at":"2026-08-16T10:51:05.000Z"},
                "settled_state":"cancelled_without_effect","settled_by":"operator:thomas"},
               {"operation_id":"ticket","run_id":"r-child","tool":"ticket.update",
                "state_at_barrier":"running","state":"succeeded",
                "settled_state":"completed_and_verified","settled_by":"provider:tickets",
                "effect_receipt":{"effect_id":"t-1","shown_by":"provider:tickets"},
                "rollback_owner":"team-tickets"},
               {"operation_id":"ask","run_id":"r","tool":"model.request",
                "state_at_barrier":"running","state":"failed",
                "settled_state":"ended_no_effect_expected","settled_by":"worker:w"}],
             "reconciliation":[],
             "last_settled_at":"2026-08-16T10:51:09.804Z",
             "last_activity_at":"2026-08-16T10:51:09.804Z","quiet_period_seconds":30,
             "verified_at":"2026-08-16T10:51:39.921Z",
             "evidence":{"tree_id":"r","event_count":3,"head_hash":"HEAD"},
             "decision":"stopped_and_quiet"}
            """.replace("HEAD", HEAD));

    /** The same stop with one outcome that nobody knows. */
    static final JsonObject INCOMPLETE = incomplete();

    private TestingReceipt() {}

    private static JsonObject incomplete() {
        JsonObject receipt = QUIET;
        receipt = set(receipt, "decision", text("stop_incomplete"));
        receipt = set(receipt, "work.in_flight_settled", JsonNumber.of(3));
        receipt = set(receipt, "effects.cancelled_without_effect", JsonNumber.of(1));
        receipt = set(receipt, "effects.unknown", JsonNumber.of(1));
        receipt = set(receipt, "stages", receipt.object("stages").without("effects_settled"));
        receipt = entry(receipt, 1, "settled_state", text("unknown"));
        receipt = receipt.with(
                "in_flight",
                JsonArray.of(List.of(
                        receipt.array("in_flight").object(0),
                        receipt.array("in_flight").object(1).without("settled_by"),
                        receipt.array("in_flight").object(2),
                        receipt.array("in_flight").object(3))));
        return receipt.with("reconciliation", Json.parse("""
                [{"operation_id":"mail","run_id":"r-child","held_by":"team-mail",
                  "why":"no answer","since":"2026-08-16T10:51:09.000Z"}]
                """));
    }

    private static KeyPair pair() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    static JsonString text(String value) {
        return new JsonString(value);
    }

    /** The object with the member at a dotted path set. */
    static JsonObject set(JsonObject object, String path, JsonValue value) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            return object.with(path, value);
        }
        String first = path.substring(0, dot);
        return object.with(first, set(object.object(first), path.substring(dot + 1), value));
    }

    /** The object without the member at a dotted path. */
    static JsonObject drop(JsonObject object, String path) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            assertThat(object.has(path)).isTrue();
            return object.without(path);
        }
        String first = path.substring(0, dot);
        return object.with(first, drop(object.object(first), path.substring(dot + 1)));
    }

    /** The receipt with a member of its n-th entry in flight set. */
    static JsonObject entry(JsonObject receipt, int index, String path, JsonValue value) {
        List<JsonObject> entries = new ArrayList<>(receipt.array("in_flight").objects());
        entries.set(index, set(entries.get(index), path, value));
        return receipt.with("in_flight", JsonArray.of(entries));
    }

    /** The receipt without a member of its n-th entry in flight. */
    static JsonObject dropInEntry(JsonObject receipt, int index, String path) {
        List<JsonObject> entries = new ArrayList<>(receipt.array("in_flight").objects());
        entries.set(index, drop(entries.get(index), path));
        return receipt.with("in_flight", JsonArray.of(entries));
    }

    /** A chain of events of these types. */
    static List<JsonObject> chain(String... types) {
        List<JsonObject> events = new ArrayList<>();
        String previous = "0".repeat(64);
        for (int i = 0; i < types.length; i++) {
            JsonObject event = hashed(JsonObject.builder()
                    .put("tree_id", "r")
                    .put("seq", i + 1)
                    .put("at", "2026-08-16T10:51:04.018Z")
                    .put("type", types[i])
                    .put("run_id", "r")
                    .put("data", Json.parse("{\"reason\":\"é\",\"count\":9007199254740993}"))
                    .put("prev_hash", previous)
                    .build());
            events.add(event);
            previous = event.string("hash");
        }
        return events;
    }

    /** The event with the hash of what it says. */
    static JsonObject hashed(JsonObject event) {
        try {
            byte[] canonical = CanonicalJson.bytes(event.without("hash"));
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(canonical);
            return event.with("hash", text(HexFormat.of().formatHex(digest)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** The statement about a receipt. */
    static JsonObject statement(JsonObject receipt) {
        return Json.parseObject("""
                {"_type":"https://in-toto.io/Statement/v1",
                 "subject":[{"name":"quietus-run:r","digest":{"sha256":"HEAD"}}],
                 "predicateType":"https://quietus.dev/stop-receipt/v1","predicate":{}}
                """.replace("HEAD", HEAD))
                .with(
                        "predicate",
                        JsonObject.builder().put("stop_receipt", receipt).build());
    }

    /** A signed envelope around a payload. */
    static JsonObject envelope(String payload) {
        return envelope(payload.getBytes(StandardCharsets.UTF_8), PAIR);
    }

    static JsonObject envelope(byte[] payload, KeyPair signer) {
        String type = "application/vnd.in-toto+json";
        byte[] head = ("DSSEv1 " + type.length() + " " + type + " " + payload.length + " ")
                .getBytes(StandardCharsets.UTF_8);
        byte[] signature;
        try {
            Signature signing = Signature.getInstance("Ed25519");
            signing.initSign(signer.getPrivate());
            signing.update(head);
            signing.update(payload);
            signature = signing.sign();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
        JsonObject signed = JsonObject.builder()
                .put("keyid", ReceiptKey.of(signer.getPublic()).keyid())
                .put("sig", Base64.getEncoder().encodeToString(signature))
                .build();
        return JsonObject.builder()
                .put("payloadType", type)
                .put("payload", Base64.getEncoder().encodeToString(payload))
                .put("signatures", JsonArray.of(List.of(signed)))
                .build();
    }

    static JsonObject signed(JsonObject receipt) {
        return envelope(statement(receipt).toJson());
    }

    static ReceiptVerdict verify(JsonObject receipt) {
        return ReceiptVerifier.verify(signed(receipt), List.of(KEY), Optional.of(CHAIN));
    }

    static ReceiptVerdict verify(List<JsonObject> events) {
        return ReceiptVerifier.verify(signed(QUIET), List.of(KEY), Optional.of(events));
    }

    static ReceiptVerdict verifyDocument(JsonObject document) {
        return ReceiptVerifier.verify(document, List.of(KEY), Optional.of(CHAIN));
    }

    /** The faults of an invalid verdict, as they are written in reports. */
    static List<String> faults(ReceiptVerdict verdict) {
        assertThat(verdict).isInstanceOf(ReceiptVerdict.Invalid.class);
        return ((ReceiptVerdict.Invalid) verdict)
                .faults().stream().map(ReceiptFault::toString).toList();
    }

    /** The checks of a valid verdict. */
    static List<String> checks(ReceiptVerdict verdict) {
        assertThat(verdict).isInstanceOf(ReceiptVerdict.Valid.class);
        return ((ReceiptVerdict.Valid) verdict).checks();
    }
}
