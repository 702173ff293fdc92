package dev.quietus.verify.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.FinishRequest;
import dev.quietus.client.HeartbeatRequest;
import dev.quietus.client.OperationRequest;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.RunRegistration;
import dev.quietus.client.SendState;
import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.cases.DeploymentCalls;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.ServerProcess;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A run with a child, work of every kind, a call in flight and a stop, told by clients that ask
 * once more, with the very same words, when the server dies over a call of theirs.
 */
final class Story {
    private static final String RUN = "run-k";
    private static final String CHILD = "run-k-child";
    private static final String CALL = "call";
    private static final Duration LONG = Duration.ofMinutes(50);

    private final ServerProcess server;
    private final DeploymentCalls deployment;
    private final CountDownLatch back;
    private final History history = new History();
    private final Instant validUntil =
            Instant.now().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.MILLIS);

    /**
     * Begins a story.
     *
     * @param server the server, listening or not yet
     * @param deployment the far side
     * @param back falls when the server is there again after it was killed
     */
    Story(ServerProcess server, DeploymentCalls deployment, CountDownLatch back) {
        this.server = server;
        this.deployment = deployment;
        this.back = back;
    }

    /** Tells it to the end, and checks what clients were told against what is on record. */
    void tell() {
        RunAuthority root = surely(() -> server.operator().quietus().registerRun(registration()));
        history.registered(RUN);
        RunAuthority child = surely(
                () -> server.operator().quietus().registerRun(ServerProcess.childOf(CHILD, root)));
        history.registered(CHILD);
        accept(ServerProcess.work(root, "queued-1", "notes.append").queue("q"));
        accept(ServerProcess.work(child, "queued-2", "notes.append").queue("q"));
        accept(ServerProcess.work(root, "timer", "timer.fire").kind("timer").notBefore(validUntil));
        surely(() -> server.workerToken("w1"));
        think(root);
        String job = callInFlight(root);
        stopIt();
        lateAttempt(root);
        JsonObject receipt = surely(() -> server.awaitReceipt(RUN));
        assertThat(deployment.job(job).string("state")).isEqualTo("cancelled");
        assertReceipt(receipt);
        history.check(server.events(RUN));
    }

    private RunRegistration registration() {
        return RunRegistration.builder()
                .runId(RUN)
                .owner("team-k")
                .capability("*")
                .validUntil(validUntil)
                .build();
    }

    private void accept(OperationRequest.Builder work) {
        JsonObject accepted = surely(() -> server.accept(work));
        history.accepted(accepted.string("run_id"), accepted.string("operation_id"));
    }

    private void think(RunAuthority root) {
        OperationRequest thought = ServerProcess.work(root, "thought", "model.generate")
                .kind("model_request")
                .effects(ExpectedEffects.NONE)
                .build();
        begin(BeginRequest.accepting(thought, root, "w1"));
        surely(() -> server.worker("w1")
                .quietus()
                .finish(new FinishRequest(RUN, "thought", 1, "w1", FinishFacts.succeeded())));
        history.finished(RUN, "thought", "succeeded");
    }

    private String callInFlight(RunAuthority root) {
        accept(ServerProcess.work(root, CALL, "deployment.reserve_preview"));
        begin(BeginRequest.of(RUN, CALL, root.lease(), root.revocationEpoch(), "w1")
                .withHeartbeatTimeout(LONG));
        String job = deployment.order(RUN, CALL);
        surely(() -> server.worker("w1")
                .quietus()
                .heartbeat(new HeartbeatRequest(
                        RUN, CALL, 1, "w1", Optional.of(SendState.SENT), Optional.of(job))));
        deployment.await(job, "held");
        return job;
    }

    private void begin(BeginRequest request) {
        long askedAt = System.nanoTime();
        BeginAnswer answer = surely(() -> server.worker("w1").quietus().begin(request));
        assertThat(answer).isInstanceOfSatisfying(BeginAnswer.Allowed.class, allowed -> {
            assertThat(allowed.attempt()).isEqualTo(1);
            history.begun(request.runId(), request.operationId(), allowed.attempt(), askedAt);
        });
    }

    private void stopIt() {
        JsonObject barrier = surely(
                () -> server.operator().quietus().stop(RUN, StopRequest.because("wrong commit")));
        history.stopped(RUN, barrier.string("barrier_id"), CHILD);
    }

    private void lateAttempt(RunAuthority root) {
        BeginAnswer answer = surely(() -> server.worker("w1")
                .quietus()
                .begin(BeginRequest.of(
                        RUN, "queued-1", root.lease(), root.revocationEpoch(), "w1")));
        assertThat(answer).isInstanceOf(BeginAnswer.Denied.class);
    }

    private static void assertReceipt(JsonObject receipt) {
        assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
        assertThat(receipt.integer("revision")).isEqualTo(1);
        JsonObject work = receipt.object("work");
        Map<String, Long> counted = Map.of(
                "queued_cancelled", 2L,
                "timers_cancelled", 1L,
                "in_flight_settled", 1L,
                "scheduled_retries_cancelled", 0L);
        counted.forEach((name, count) -> assertThat(work.integer(name)).as(name).isEqualTo(count));
        assertThat(receipt.object("authority").integer("descendant_leases_revoked"))
                .isEqualTo(1);
        assertThat(receipt.object("effects").integer("cancelled_without_effect"))
                .isEqualTo(1);
    }

    /** The answer, of the server that is there now or of the one after it. */
    private <T> T surely(Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException failure) {
            try {
                if (!back.await(RunningQuietus.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                    throw failure;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw failure;
            }
            return call.get();
        }
    }
}
