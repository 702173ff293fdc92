package dev.quietus.verify.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.verify.crash.History;
import dev.quietus.verify.crash.LoadClient;
import dev.quietus.verify.postgres.PostgresNode;
import dev.quietus.verify.server.LedgerSoundness;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.ServerProcess;
import dev.quietus.verify.server.ServerProcess.Launch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The database itself loses power under load: whatever was acknowledged is there afterwards, and
 * nothing began after a stop. The same check finds the loss where a server is told to answer
 * commits before they are on disk.
 */
class DatabaseFaultTest {
    private static final int CLIENTS = 6;

    /** What the database may lose of what it has answered. */
    private enum Loss {
        NONE,
        POSSIBLE
    }

    @TempDir
    Path directory;

    @Test
    void whatWasAcknowledgedSurvivesADatabaseThatIsKilledAndStartedAgain() throws Exception {
        try (PostgresNode postgres = PostgresNode.start(directory.resolve("postgres"))) {
            postgres.create("quietus");
            String address = PostgresNode.address(postgres.host(), "quietus");
            assertThat(faults(address, postgres, postgres, Loss.NONE, () -> {
                        postgres.kill();
                        postgres.start();
                    }))
                    .isEmpty();
        }
    }

    @Test
    void whatWasAcknowledgedIsThereOnTheStandbyThatIsPromoted() throws Exception {
        try (PostgresNode primary = PostgresNode.start(directory.resolve("primary"))) {
            primary.create("quietus");
            try (PostgresNode standby = primary.withStandby(directory.resolve("standby"))) {
                String address =
                        PostgresNode.address(primary.host() + "," + standby.host(), "quietus");
                assertThat(faults(address, primary, standby, Loss.NONE, () -> {
                            primary.kill();
                            standby.promote();
                        }))
                        .isEmpty();
            }
        }
    }

    /**
     * The proof that the check can fail: commits are answered here that wait ten seconds for the
     * disk.
     */
    @Test
    void aDatabaseThatAnswersBeforeTheDiskIsFoundOut() throws Exception {
        try (PostgresNode postgres = PostgresNode.start(
                directory.resolve("postgres"),
                "synchronous_commit=off",
                "wal_writer_delay=10s",
                "wal_writer_flush_after=1GB")) {
            postgres.create("quietus");
            String address = PostgresNode.address(postgres.host(), "quietus")
                    + "?quietus.unsafe-commit=allowed";
            List<String> faults = faults(address, postgres, postgres, Loss.POSSIBLE, () -> {
                postgres.kill();
                postgres.start();
            });
            assertThat(faults).isNotEmpty().anyMatch(fault -> fault.contains("lost"));
        }
    }

    private List<String> faults(
            String address, PostgresNode before, PostgresNode after, Loss loss, Runnable harm)
            throws Exception {
        History history = new History();
        AtomicBoolean over = new AtomicBoolean();
        try (ServerProcess server = ServerProcess.start(Launch.in(directory).over(address));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            // What the server made of the database itself is on disk in any case.
            before.run("postgres", "checkpoint");
            String token = server.operatorToken();
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(threads.submit(new LoadClient(
                        "load-" + i, () -> List.of(server.url()), token, history, over::get)));
            }
            try {
                RunningQuietus.untilTrue("the load is on", () -> history.size() > 200);
                harm.run();
                int told = history.size();
                if (loss == Loss.NONE) {
                    RunningQuietus.untilTrue("the load goes on", () -> history.size() > told + 50);
                }
            } finally {
                over.set(true);
            }
            for (Future<?> client : clients) {
                await(client, loss);
            }
            List<String> faults = history.faults(after.events("quietus"));
            if (faults.isEmpty()) {
                server.awaitAllCertified();
                LedgerSoundness.check(server);
            }
            return faults;
        }
    }

    /** A client of a record that has lost something may be told so; the history says what. */
    private static void await(Future<?> client, Loss loss) throws Exception {
        try {
            client.get(LoadClient.PATIENCE.toSeconds() + 30, TimeUnit.SECONDS);
        } catch (ExecutionException told) {
            if (loss == Loss.NONE) {
                throw told;
            }
            assertThat(told.getCause()).isInstanceOf(RuntimeException.class);
        }
    }
}
