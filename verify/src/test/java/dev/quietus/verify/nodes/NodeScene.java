package dev.quietus.verify.nodes;

import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.HeartbeatRequest;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.SendState;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.deployment.Behaviours;
import dev.quietus.drill.deployment.DeploymentService;
import dev.quietus.drill.deployment.DeploymentSettings;
import dev.quietus.drill.deployment.ProviderDeclaration;
import dev.quietus.verify.cases.DeploymentCalls;
import dev.quietus.verify.postgres.PostgresNode;
import dev.quietus.verify.postgres.SharedPostgres;
import dev.quietus.verify.server.Caller;
import dev.quietus.verify.server.LedgerSoundness;
import dev.quietus.verify.server.ServerProcess;
import dev.quietus.verify.server.ServerProcess.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Servers as processes over one database, and the far side that holds what it was asked to do. */
final class NodeScene {
    static final String RUN = "run-n";
    private static final String CALL = "call";
    private static final Duration QUIET = Duration.ofMillis(300);
    private static final Duration SETTLE = Duration.ofSeconds(60);

    private final Path directory;
    private final String host;
    private final String database;
    private final DeploymentService far;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    NodeScene(Path directory, SharedPostgres postgres) {
        this.directory = directory;
        this.host = postgres.node().host();
        this.database = postgres.freshDatabase();
        this.far = opened(DeploymentService.start(
                DeploymentSettings.defaults().withWaitLimit(Duration.ofMinutes(2))));
        far.behave(Behaviours.none().with(Behaviour.HOLD_BEFORE_COMMIT));
    }

    String database() {
        return database;
    }

    DeploymentService far() {
        return far;
    }

    <T extends AutoCloseable> T opened(T thing) {
        open.push(thing);
        return thing;
    }

    ServerProcess node(int number) {
        return started(launch(number, host));
    }

    /** A node on its own way to the database. */
    ServerProcess node(int number, String way) {
        return started(launch(number, way));
    }

    /** A node whose clock is wrong. */
    ServerProcess node(int number, Duration ahead) throws IOException {
        Path jdk = directory.resolve("clock-" + number);
        return started(launch(number, host).setting(WrongClock.environment(jdk, ahead)));
    }

    private ServerProcess started(Launch launch) {
        return opened(ServerProcess.start(launch));
    }

    private Launch launch(int number, String way) {
        return Launch.in(directory)
                .named("node-" + number)
                .over(PostgresNode.address(way, database))
                .with(Optional.of(ProviderDeclaration.yaml(far.url(), QUIET, SETTLE)));
    }

    /** A call in flight whose job is held, begun over this server. */
    String inFlight(ServerProcess server, RunAuthority run) {
        server.accept(work(run, CALL, "deployment.reserve_preview"));
        Caller worker = server.worker("w1");
        BeginAnswer begun = worker.quietus()
                .begin(BeginRequest.of(RUN, CALL, run.lease(), run.revocationEpoch(), "w1")
                        .withHeartbeatTimeout(Duration.ofMinutes(50)));
        assertThat(begun).isInstanceOf(BeginAnswer.Allowed.class);
        try (DeploymentCalls deployment = new DeploymentCalls(far)) {
            String job = deployment.order(RUN, CALL);
            worker.quietus()
                    .heartbeat(new HeartbeatRequest(
                            RUN, CALL, 1, "w1", Optional.of(SendState.SENT), Optional.of(job)));
            deployment.await(job, "held");
            return job;
        }
    }

    /** The far side does not answer, and would not end what it has. */
    void hang() {
        far.behave(
                RUN,
                Behaviours.none()
                        .with(Behaviour.HOLD_BEFORE_COMMIT)
                        .with(Behaviour.IGNORE_CANCEL)
                        .with(Behaviour.STATUS_HANGS));
    }

    /** The far side answers again, and what it held has its effect. */
    void answerAgain() {
        far.behave(RUN, Behaviours.none().without(Behaviour.STATUS_HANGS));
        far.release();
    }

    static JsonObject assertOneReceipt(ServerProcess server, JsonObject stopped) {
        server.awaitBarrier(stopped.string("barrier_id"), "certified");
        JsonObject receipt = server.receipt(RUN);
        assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
        assertThat(receipt.string("barrier_id")).isEqualTo(stopped.string("barrier_id"));
        assertThat(receipt.object("work").integer("in_flight_settled")).isEqualTo(1);
        assertThat(server.receipts(stopped.string("barrier_id"))).hasSize(1);
        LedgerSoundness.check(server);
        return receipt;
    }

    /** Ends what was opened, the last first. */
    void close() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }
}
