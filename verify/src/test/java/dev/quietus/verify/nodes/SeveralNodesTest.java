package dev.quietus.verify.nodes;

import static dev.quietus.verify.nodes.NodeScene.RUN;
import static dev.quietus.verify.nodes.NodeScene.assertOneReceipt;
import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.http.EventStream;
import dev.quietus.client.http.StreamEvent;
import dev.quietus.client.json.JsonObject;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Order(4) // It takes long: the others fill up behind it.
class SeveralNodesTest {
    private static final SharedPostgres POSTGRES = new SharedPostgres();

    @TempDir
    Path directory;

    private NodeScene scene;

    @AfterAll
    static void stopPostgres() {
        POSTGRES.close();
    }

    @BeforeEach
    void open() {
        scene = new NodeScene(directory, POSTGRES);
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }

    @Test
    void aStopAtOneNodeReachesTheClientsOfAnother() {
        ServerProcess one = scene.node(1);
        ServerProcess two = scene.node(2);
        RunAuthority run = one.run(RUN);
        Caller agent = scene.opened(Caller.of(two.url(), RunningQuietus.leaseToken(run)));
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
        scene.node(1).run(RUN);
        Launch stranger = Launch.in(elsewhere)
                .over(PostgresNode.address(POSTGRES.node().host(), scene.database()));
        assertThatThrownBy(() -> ServerProcess.start(stranger))
                .hasStackTraceContaining("is not the lease secret of the other servers");
    }

    @Test
    void whatAKilledNodeWasSettlingIsSettledByAnother() {
        ServerProcess one = scene.node(1);
        RunAuthority run = one.run(RUN);
        scene.inFlight(one, run);
        scene.hang();
        JsonObject stopped = one.stop(RUN);
        one.awaitBarrier(stopped.string("barrier_id"), "settling");
        ServerProcess two = scene.node(2);
        one.kill();
        scene.answerAgain();
        assertOneReceipt(two, stopped);
    }

    /** It sleeps in the middle of a call to the provider, and wakes when all is over. */
    @Test
    void aNodeThatWakesWithAnOldClaimChangesNothing() {
        ServerProcess one = scene.node(1);
        RunAuthority run = one.run(RUN);
        scene.inFlight(one, run);
        scene.hang();
        JsonObject stopped = one.stop(RUN);
        one.awaitBarrier(stopped.string("barrier_id"), "settling");
        one.pause();
        ServerProcess two = scene.node(2);
        scene.answerAgain();
        assertOneReceipt(two, stopped);
        one.wake();
        assertThat(one.operator().get("runs", RUN).string("state")).isEqualTo("cancelled");
        assertOneReceipt(one, stopped);
    }

    @Test
    void aNodeThatIsCutOffStartsNothingAndAnotherCarriesOn() throws Exception {
        CutCable cable = scene.opened(CutCable.to(POSTGRES.node().host()));
        ServerProcess one = scene.node(1, cable.end());
        ServerProcess two = scene.node(2);
        RunAuthority run = one.run(RUN);
        scene.inFlight(one, run);
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
        List<ServerProcess> nodes = List.of(scene.node(1), scene.node(2), scene.node(3));
        underLoad(nodes, () -> {
            for (ServerProcess node : nodes) {
                node.restart();
            }
        });
    }

    @Test
    void nodesAreKilledOneByOneUnderLoadAndNobodyLosesAnything() throws Exception {
        List<ServerProcess> nodes = List.of(scene.node(1), scene.node(2), scene.node(3));
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
        history.check(POSTGRES.node().events(scene.database()));
        one.awaitAllCertified();
        LedgerSoundness.check(one);
    }
}
