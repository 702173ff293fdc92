package dev.quietus.verify.nodes;

import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.HeartbeatRequest;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.SendState;
import dev.quietus.client.http.EventStream;
import dev.quietus.client.http.StreamEvent;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.deployment.Behaviours;
import dev.quietus.drill.deployment.DeploymentService;
import dev.quietus.drill.deployment.DeploymentSettings;
import dev.quietus.drill.deployment.ProviderDeclaration;
import dev.quietus.verify.cases.DeploymentCalls;
import dev.quietus.verify.crash.History;
import dev.quietus.verify.crash.LoadClient;
import dev.quietus.verify.postgres.CutCable;
import dev.quietus.verify.postgres.PostgresNode;
import dev.quietus.verify.postgres.SharedPostgres;
import dev.quietus.verify.server.Caller;
import dev.quietus.verify.server.LedgerSoundness;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.ServerProcess;
import dev.quietus.verify.server.ServerProcess.Launch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeveralNodesTest {
    private static final Duration QUIET = Duration.ofMillis(300);
    private static final Duration SETTLE = Duration.ofSeconds(60);
    private static final String RUN = "run-n";
    private static final String CALL = "call";
    private static final SharedPostgres POSTGRES = new SharedPostgres();

    @TempDir
    Path directory;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private DeploymentService far;
    private String database = "";

    @AfterAll
    static void stopPostgres() {
        POSTGRES.close();
    }

    @BeforeEach
    void makeDatabase() {
        database = POSTGRES.freshDatabase();
        far = opened(DeploymentService.start(
                DeploymentSettings.defaults().withWaitLimit(Duration.ofMinutes(2))));
        far.behave(Behaviours.none().with(Behaviour.HOLD_BEFORE_COMMIT));
    }

    @AfterEach
    void closeAll() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    private <T extends AutoCloseable> T opened(T thing) {
        open.push(thing);
        return thing;
    }

    private ServerProcess node(int number) {
        return node(number, POSTGRES.node().host());
    }

    private ServerProcess node(int number, String host) {
        String providers = ProviderDeclaration.yaml(far.url(), QUIET, SETTLE);
        return opened(ServerProcess.start(Launch.in(directory)
                .named("node-" + number)
                .over(PostgresNode.address(host, database))
                .with(Optional.of(providers))));
    }

    /** A call in flight whose job is held, begun over this server. */
    private String inFlight(ServerProcess server, RunAuthority run) {
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

    private static void assertOneReceipt(ServerProcess server, JsonObject stopped) {
        server.awaitBarrier(stopped.string("barrier_id"), "certified");
        JsonObject receipt = server.receipt(RUN);
        assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
        assertThat(receipt.string("barrier_id")).isEqualTo(stopped.string("barrier_id"));
        assertThat(receipt.object("work").integer("in_flight_settled")).isEqualTo(1);
        assertThat(server.receipts(stopped.string("barrier_id"))).hasSize(1);
        LedgerSoundness.check(server);
    }

    @Test
    void aStopAtOneNodeReachesTheClientsOfAnother() {
        ServerProcess one = node(1);
        ServerProcess two = node(2);
        RunAuthority run = one.run(RUN);
        Caller agent = opened(Caller.of(two.url(), RunningQuietus.leaseToken(run)));
        try (EventStream signals = agent.quietus().signals(RUN)) {
            RunningQuietus.untilTrue(
                    "the agent listens",
                    () -> signals.next(Duration.ofMillis(20)).isEmpty() && signals.isConnected());
            one.stop(RUN);
            StreamEvent heard = RunningQuietus.until(
                    "the agent hears of the stop", () -> signals.next(Duration.ofMillis(500)));
            assertThat(heard.toString()).contains("cancel_requested");
        }
        BeginRequest late =
                BeginRequest.accepting(work(run, "late", "notes.append").build(), run, "w2");
        assertThat(two.worker("w2").quietus().begin(late)).isInstanceOf(BeginAnswer.Denied.class);
        assertThat(two.awaitReceipt(RUN).string("decision")).isEqualTo("stopped_and_quiet");
        LedgerSoundness.check(one);
    }

    @Test
    void aNodeThatWouldNotKnowTheOthersAgentsDoesNotStart(@TempDir Path elsewhere) {
        node(1).run(RUN);
        Launch stranger =
                Launch.in(elsewhere).over(PostgresNode.address(POSTGRES.node().host(), database));
        assertThatThrownBy(() -> ServerProcess.start(stranger))
                .hasStackTraceContaining("is not the lease secret of the other servers");
    }

    @Test
    void whatAKilledNodeWasSettlingIsSettledByAnother() {
        ServerProcess one = node(1);
        RunAuthority run = one.run(RUN);
        inFlight(one, run);
        far.behave(
                RUN,
                Behaviours.none()
                        .with(Behaviour.HOLD_BEFORE_COMMIT)
                        .with(Behaviour.IGNORE_CANCEL)
                        .with(Behaviour.STATUS_HANGS));
        JsonObject stopped = one.stop(RUN);
        one.awaitBarrier(stopped.string("barrier_id"), "settling");
        ServerProcess two = node(2);
        one.kill();
        far.behave(RUN, Behaviours.none().without(Behaviour.STATUS_HANGS));
        far.release();
        assertOneReceipt(two, stopped);
    }

    /** It sleeps in the middle of a call to the provider, and wakes when all is over. */
    @Test
    void aNodeThatWakesWithAnOldClaimChangesNothing() {
        ServerProcess one = node(1);
        RunAuthority run = one.run(RUN);
        inFlight(one, run);
        far.behave(
                RUN,
                Behaviours.none()
                        .with(Behaviour.HOLD_BEFORE_COMMIT)
                        .with(Behaviour.IGNORE_CANCEL)
                        .with(Behaviour.STATUS_HANGS));
        JsonObject stopped = one.stop(RUN);
        one.awaitBarrier(stopped.string("barrier_id"), "settling");
        one.pause();
        ServerProcess two = node(2);
        far.behave(RUN, Behaviours.none().without(Behaviour.STATUS_HANGS));
        far.release();
        assertOneReceipt(two, stopped);
        one.wake();
        assertThat(one.operator().get("runs", RUN).string("state")).isEqualTo("cancelled");
        assertOneReceipt(one, stopped);
    }

    @Test
    void aNodeThatIsCutOffStartsNothingAndAnotherCarriesOn() throws Exception {
        CutCable cable = opened(CutCable.to(POSTGRES.node().host()));
        ServerProcess one = node(1, cable.end());
        ServerProcess two = node(2);
        RunAuthority run = one.run(RUN);
        inFlight(one, run);
        String worker = one.workerToken("w1");
        JsonObject stopped = one.stop(RUN);
        RunAuthority other = two.run("run-other");
        cable.cut();
        BeginRequest begin =
                BeginRequest.accepting(work(other, "op-1", "notes.append").build(), other, "w1");
        try (Caller cutOff = Caller.of(one.url(), worker)) {
            assertThat(Caller.refusal(() -> cutOff.quietus().begin(begin)).status())
                    .isEqualTo(503);
        }
        assertOneReceipt(two, stopped);
        assertThat(two.operator().all("operations", "runs", "run-other", "operations"))
                .isEmpty();
        cable.mend();
        RunningQuietus.untilTrue("the node is back", () -> {
            try (Caller again = Caller.of(one.url(), worker)) {
                return again.quietus().begin(begin) instanceof BeginAnswer.Allowed;
            } catch (RuntimeException notYet) {
                return false;
            }
        });
    }

    @Test
    void nodesAreRestartedOneByOneUnderLoadAndNobodyLosesAnything() throws Exception {
        List<ServerProcess> nodes = List.of(node(1), node(2), node(3));
        underLoad(nodes, () -> {
            for (ServerProcess node : nodes) {
                node.restart();
            }
        });
    }

    @Test
    void nodesAreKilledOneByOneUnderLoadAndNobodyLosesAnything() throws Exception {
        List<ServerProcess> nodes = List.of(node(1), node(2), node(3));
        underLoad(nodes, () -> {
            for (ServerProcess node : nodes) {
                node.kill();
                node.restart();
            }
        });
    }

    private void underLoad(List<ServerProcess> nodes, Runnable harm) throws Exception {
        History history = new History();
        AtomicBoolean over = new AtomicBoolean();
        String token = nodes.getFirst().operatorToken();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                clients.add(threads.submit(new LoadClient(
                        "load-" + i,
                        () -> nodes.stream().map(ServerProcess::url).toList(),
                        token,
                        history,
                        over::get)));
            }
            try {
                RunningQuietus.untilTrue("the load is on", () -> history.size() > 100);
                harm.run();
                int before = history.size();
                RunningQuietus.untilTrue("the load goes on", () -> history.size() > before + 100);
            } finally {
                over.set(true);
            }
            for (Future<?> client : clients) {
                client.get(LoadClient.PATIENCE.toSeconds() + 30, TimeUnit.SECONDS);
            }
        }
        ServerProcess one = nodes.getFirst();
        history.check(POSTGRES.node().events(database));
        one.awaitAllCertified();
        LedgerSoundness.check(one);
    }
}
