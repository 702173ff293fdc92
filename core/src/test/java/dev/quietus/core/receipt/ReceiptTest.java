package dev.quietus.core.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Requests;
import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.Wire;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.ledger.CanonicalJson;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.Attempt.Sent;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.settlement.RecoveryPath;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The receipt as it is signed; the first test is the source's own example. */
class ReceiptTest {
    private static final String RUN = "cc-run-4421";
    private static final String CALL = "reserve-preview-payments-8bc911d";

    @RegisterExtension
    final Scene scene = new Scene();

    private String payload(Barrier barrier) {
        return TestingSigner.payload(scene.receipt(barrier).envelope());
    }

    /** Three queued calls, two scheduled retries, one call in flight, two child runs. */
    private Barrier theSourcesExample() {
        scene.run(RUN);
        scene.child(RUN + "-checks", RUN);
        scene.child(RUN + "-ticket", RUN);
        scene.queued(RUN + "/release-note");
        scene.queued(RUN + "-checks/compatibility");
        scene.queued(RUN + "-ticket/update");
        Wanted retry = Wanted.preview().kind(OperationKind.RETRY);
        scene.queued(RUN + "-checks/retry-1", retry.notBefore(Requests.at(20)));
        scene.queued(RUN + "-checks/retry-2", retry.notBefore(Requests.at(40)));
        scene.running(RUN + "/" + CALL);
        scene.heartbeat(RUN + "/" + CALL, Sent.SENT, "preview-7712");
        return scene.stop(RUN);
    }

    private static final Map<String, Object> SAID_OF_EVERY_SUCH_STOP = Map.ofEntries(
            Map.entry("barrier_id", "stop-cc-run-4421-01"),
            Map.entry("run_id", RUN),
            Map.entry("revision", 1),
            Map.entry("selector", "everything"),
            Map.entry("requested_at", "2026-08-16T10:51:04.018Z"),
            Map.entry("requested_by", "operator:thomas"),
            Map.entry("reason", "wrong_commit_detected"),
            Map.entry(
                    "authority",
                    Map.of(
                            "root_lease", "revoked",
                            "lease", "lease-cc-run-4421",
                            "descendant_leases_revoked", 2,
                            "active_leases", 0,
                            "current_epoch", 2)),
            Map.entry(
                    "work",
                    Map.of(
                            "queued_cancelled", 3,
                            "in_flight_settled", 1,
                            "scheduled_retries_cancelled", 2,
                            "timers_cancelled", 0,
                            "approvals_cancelled", 0,
                            "pending_calls", 0)),
            Map.entry(
                    "effects",
                    Map.of(
                            "completed_and_verified", 0,
                            "cancelled_without_effect", 1,
                            "ended_no_effect_expected", 0,
                            "unknown", 0)),
            Map.entry("late_attempts_denied", 0),
            Map.entry("reconciliation", List.of()),
            Map.entry("quiet_period_seconds", 30),
            Map.entry("decision", "stopped_and_quiet"));

    @Test
    void hasTheFieldsOfTheSourcesExample() {
        Barrier barrier = theSourcesExample();
        scene.node.work();
        scene.node.workFor(Duration.ofSeconds(31));
        Barrier certified = scene.now(barrier);
        Operation call = scene.operation(RUN + "/" + CALL);
        Settlement.Settled settled = (Settlement.Settled) call.settlement();
        CancelRequest.Answered asked = (CancelRequest.Answered) call.cancelRequest();
        Instant verified = certified.certifiedAt().orElseThrow();
        Event last = scene.ledger.events(barrier.tree()).stream()
                .filter(event -> event.draft().type() == EventType.RECEIPT_ISSUED)
                .findFirst()
                .orElseThrow();
        Map<String, Object> receipt = new HashMap<>(SAID_OF_EVERY_SUCH_STOP);
        receipt.putAll(Map.ofEntries(
                Map.entry(
                        "stages",
                        Map.of(
                                "generation_stopped",
                                lamp(certified.lamps().generationStopped()),
                                "dispatch_stopped",
                                "2026-08-16T10:51:04.018Z",
                                "queued_work_cancelled",
                                lamp(certified.lamps().queuedWorkCancelled()),
                                "effects_settled",
                                lamp(certified.lamps().effectsSettled()))),
                Map.entry("in_flight", List.of(inFlight(call, settled, asked))),
                Map.entry("last_settled_at", Wire.time(settled.at())),
                Map.entry("last_activity_at", Wire.time(settled.at())),
                Map.entry("verified_at", Wire.time(verified)),
                Map.entry(
                        "evidence",
                        Map.of(
                                "tree_id",
                                RUN,
                                "event_count",
                                last.seq() - 1,
                                "head_hash",
                                last.previousHash()))));
        assertThat(payload(barrier))
                .isEqualTo(CanonicalJson.write(Map.of(
                        "_type",
                        "https://in-toto.io/Statement/v1",
                        "subject",
                        List.of(Map.of(
                                "name",
                                "quietus-run:" + RUN,
                                "digest",
                                Map.of("sha256", last.previousHash()))),
                        "predicateType",
                        "https://quietus.dev/stop-receipt/v1",
                        "predicate",
                        Map.of("stop_receipt", receipt))));
        assertThat(verified).isAfterOrEqualTo(settled.at().plusSeconds(30));
    }

    private static String lamp(Optional<Instant> at) {
        return Wire.time(at.orElseThrow());
    }

    private static Map<String, Object> inFlight(
            Operation call, Settlement.Settled settled, CancelRequest.Answered asked) {
        return Map.ofEntries(
                Map.entry("operation_id", CALL),
                Map.entry("run_id", RUN),
                Map.entry("tool", "deployment.reserve_preview"),
                Map.entry("provider_job", "preview-7712"),
                Map.entry("state_at_barrier", "running"),
                Map.entry("state", "cancelled_during_execution"),
                Map.entry(
                        "cancellation",
                        Map.of(
                                "requested_at",
                                Wire.time(asked.requestedAt()),
                                "provider_response",
                                "accepted",
                                "detail",
                                "HTTP 202",
                                "answered_at",
                                Wire.time(asked.answeredAt()))),
                Map.entry(
                        "effect_check",
                        Map.of(
                                "expected_absence",
                                Map.of("effect_for_run", RUN),
                                "observed",
                                "none",
                                "detail",
                                "no reservation",
                                "checked_at",
                                Wire.time(call.looking().last().orElseThrow().begunAt()),
                                "tries",
                                2)),
                Map.entry("settled_state", "cancelled_without_effect"),
                Map.entry("settled_at", Wire.time(settled.at())),
                Map.entry("settled_by", "provider:deployment"),
                Map.entry("settled_because", "no reservation"));
    }

    @Test
    void namesThePersonWhoHoldsAnUnknown() {
        scene.run("r");
        scene.sent("r/a");
        scene.deployment.breaks();
        Barrier barrier = scene.stop("r");
        scene.node.workFor(Duration.ofSeconds(61));
        Settlement.Unknown unknown = (Settlement.Unknown) scene.operation("r/a").settlement();
        assertThat(payload(barrier))
                .contains("\"decision\":\"stop_incomplete\"")
                .contains("\"settled_state\":\"unknown\"")
                .contains("\"reconciliation\":["
                        + CanonicalJson.write(Map.of(
                                "operation_id", "a",
                                "run_id", "r",
                                "held_by", "team-deploys",
                                "why", unknown.why(),
                                "since", Wire.time(unknown.since())))
                        + "]");
        assertThat(unknown.why()).contains("HTTP 503").contains("tries");
    }

    @Test
    void aCompletedEffectHasItsReceiptAndARollbackOwner() {
        scene.deployment.people(
                Optional.of("team-deploys"),
                Optional.of(new RecoveryPath("DELETE it", Optional.of("team-rollback"))));
        scene.run("r");
        scene.sent("r/a");
        scene.deployment.commit("r/a");
        Barrier barrier = scene.stop("r");
        scene.node.workFor(Duration.ofSeconds(31));
        assertThat(payload(barrier))
                .contains("\"effect_receipt\":{\"effect_id\":\"reservation-1\",\"seen\":"
                        + "\"1 reservation\",")
                .contains("\"rollback_owner\":\"team-rollback\"")
                .contains("\"recovery_operation\":\"r-recovery/recover-a\"");
    }

    @Test
    void aNewRevisionSaysWhatItSupersedes() {
        scene.run("r");
        scene.sent("r/a");
        Barrier barrier = scene.stop("r");
        scene.node.workFor(Duration.ofSeconds(31));
        assertThat(payload(barrier)).doesNotContain("supersedes");
        scene.deployment.commit("r/a");
        scene.finish("r/a", Attempt.Outcome.SUCCEEDED);
        scene.node.workFor(Duration.ofSeconds(31));
        assertThat(payload(barrier)).contains("\"revision\":2").contains("\"supersedes\":1");
    }

    /** A scoped stop leaves the lease alone; what the receipt says of it is what is there. */
    @Test
    void saysWhatTheLeaseIsAndNotWhatTheSelectorWouldHaveMadeOfIt() {
        scene.run("r");
        Barrier active = scene.stop("r", Requests.tools("a.*"));
        scene.node.workFor(Duration.ofSeconds(3));
        assertThat(payload(active)).contains("\"root_lease\":\"active\"");
        scene.stop("r");
        Barrier revoked = scene.stop("r", Requests.tools("b.*"));
        scene.node.workFor(Duration.ofSeconds(3));
        assertThat(payload(revoked)).contains("\"root_lease\":\"revoked\"");
        scene.run("s");
        scene.ledger.advance(Duration.ofHours(2));
        Barrier expired = scene.stop("s", Requests.tools("c.*"));
        scene.node.workFor(Duration.ofSeconds(3));
        assertThat(payload(expired)).contains("\"root_lease\":\"expired\"");
    }

    @Test
    void theSignatureCoversThePayload() {
        scene.run("r");
        Barrier barrier = scene.stop("r");
        scene.node.workFor(Duration.ofSeconds(3));
        IssuedReceipt receipt = scene.receipt(barrier);
        assertThat(receipt.keyId()).isEqualTo(scene.signer.keyId());
        assertThat(scene.signer.verifies(receipt.envelope())).isTrue();
        String payload = java.util.Base64.getEncoder()
                .encodeToString(payload(barrier).getBytes(StandardCharsets.UTF_8));
        String forged = java.util.Base64.getEncoder()
                .encodeToString(payload(barrier)
                        .replace("\"unknown\":0", "\"unknown\":1")
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(scene.signer.verifies(receipt.envelope().replace(payload, forged)))
                .isFalse();
        assertThat(receipt.envelope())
                .startsWith("{\"payload\":\"")
                .contains("\"payloadType\":\"application/vnd.in-toto+json\"")
                .contains("\"keyid\":\"" + scene.signer.keyId() + "\"");
    }

    /** The example of the protocol's own description. */
    @Test
    void theSignedBytesAreThoseOfTheDsseProtocol() {
        assertThat(new String(
                        Statement.preAuthentication(
                                "http://example.com/HelloWorld",
                                "hello world".getBytes(StandardCharsets.UTF_8)),
                        StandardCharsets.UTF_8))
                .isEqualTo("DSSEv1 29 http://example.com/HelloWorld 11 hello world");
    }
}
