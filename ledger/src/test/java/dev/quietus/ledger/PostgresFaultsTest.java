package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import dev.quietus.ledger.CuttingProxy.Cut;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that are lost at the worst moment, and others that are in the way. */
@Timeout(60)
final class PostgresFaultsTest {
    private static final TreeId TREE = new TreeId("root");
    private static final EventDraft TICK =
            EventDraft.of(EventType.RUN_REGISTERED, new RunId("run"));

    private final PostgresEngine.DatabasePlace place = PostgresEngine.NEWEST.place();
    private CuttingProxy proxy;
    private PostgresLedger ledger;

    @BeforeEach
    void opensThroughAProxy() throws Exception {
        proxy = new CuttingProxy(place.server().port());
        String url = "postgresql://postgres@127.0.0.1:" + proxy.port() + "/" + place.database();
        ledger = PostgresLedger.open(
                PostgresSettings.of(PostgresAddress.parse(url)).withLanes(1, 1).withReaders(1));
        tick();
    }

    @AfterEach
    void everythingIsSound() throws Exception {
        ledger.close();
        proxy.close();
        assertThat(place.verified().findings()).isEmpty();
        place.requireSound();
        place.remove();
    }

    /** Adds one, whatever is there: a transaction that must not be carried out twice. */
    private long tick() {
        return ledger.write(records -> {
            records.append(TREE, TICK);
            return records.head(TREE).count();
        });
    }

    private long ticks() {
        return ledger.read(records -> records.head(TREE)).count();
    }

    @ParameterizedTest
    @EnumSource(names = {"BEFORE_COMMIT", "BEHIND_COMMIT"})
    void writesOnceWhereTheConnectionIsCutAtTheCommit(Cut cut) {
        for (int i = 2; i < 8; i++) {
            proxy.next(cut);
            assertThat(tick()).isEqualTo(i);
            assertThat(proxy.wasCut()).isTrue();
            assertThat(ticks()).isEqualTo(i);
        }
    }

    @Test
    void waitsForACommitThatArrivesAfterItsConnectionWasCut() throws Exception {
        proxy.next(Cut.COMMIT_LATE);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Long> answer = threads.submit(this::tick);
            proxy.awaitHeld();
            // The second try has begun, and waits for the mark of the first.
            Awaitility.await().until(() -> waitingForLocks() == 1);
            proxy.deliver();
            assertThat(answer.get()).isEqualTo(2);
        }
        assertThat(ticks()).isEqualTo(2);
    }

    private long waitingForLocks() throws Exception {
        try (Connection connection = place.connect()) {
            return PostgresStore.number(
                    connection,
                    "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                            + " and datname = current_database()");
        }
    }

    @Test
    void goesOnAfterEveryConnectionWasTerminated() throws Exception {
        for (int i = 2; i < 6; i++) {
            terminateAll();
            assertThat(tick()).isEqualTo(i);
            assertThat(ticks()).isEqualTo(i);
        }
    }

    private void terminateAll() throws Exception {
        try (Connection connection = place.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("select pg_terminate_backend(pid) from pg_stat_activity"
                    + " where datname = current_database() and pid <> pg_backend_pid()");
        }
    }

    @Test
    void triesAgainWhatWasInADeadlock() throws Exception {
        ledger.write(Deeds.register("one", Optional.empty()));
        try (Connection rival = place.connect();
                Statement statement = rival.createStatement()) {
            rival.setAutoCommit(false);
            statement.execute("set deadlock_timeout = '10s'");
            statement.execute("select * from chain where tree_id = 'one' for update");
            AtomicInteger runs = new AtomicInteger();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Future<?> answer = threads.submit(() -> ledger.write(records -> {
                    runs.incrementAndGet();
                    records.append(TREE, TICK);
                    records.append(new TreeId("one"), TICK);
                    return true;
                }));
                Awaitility.await().until(() -> waitingForLocks() == 1);
                statement.execute("select * from chain where tree_id = 'root' for update");
                rival.rollback();
                answer.get();
            }
            assertThat(runs.get()).isEqualTo(2);
        }
        assertThat(ticks()).isEqualTo(2);
    }

    @Test
    void tellsThatOthersAreInTheWayAndWritesNothing() throws Exception {
        ledger.close();
        ledger = PostgresLedger.open(place.settings()
                .withLanes(1, 1)
                .withLimits(new PostgresSettings.Limits(
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(10),
                        Duration.ofMillis(150),
                        Duration.ofSeconds(10))));
        try (Connection rival = place.connect();
                Statement statement = rival.createStatement()) {
            rival.setAutoCommit(false);
            statement.execute("select * from chain where tree_id = 'root' for update");
            assertThatThrownBy(this::tick)
                    .isInstanceOfSatisfying(
                            LedgerUnavailableException.class,
                            e -> assertThat(e.reason())
                                    .as(e.getMessage())
                                    .isEqualTo(LedgerUnavailableException.Reason.LOCKED));
            rival.rollback();
        }
        assertThat(ticks()).isEqualTo(1);
        assertThat(tick()).isEqualTo(2);
    }

    @Test
    void endsTheTransactionOfANodeThatStandsStill() throws Exception {
        ledger.close();
        ledger = PostgresLedger.open(place.settings()
                .withLanes(1, 1)
                .withLimits(new PostgresSettings.Limits(
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(8),
                        Duration.ofMillis(300))));
        AtomicInteger runs = new AtomicInteger();
        long count = ledger.write(records -> {
            records.append(TREE, TICK);
            if (runs.incrementAndGet() == 1) {
                // As a stopped process would: longer than the server has patience.
                awaitEnded();
            }
            return count(records);
        });
        assertThat(count).isEqualTo(2);
        assertThat(runs.get()).isEqualTo(2);
        assertThat(ticks()).isEqualTo(2);
    }

    private static long count(Records records) {
        return records.head(TREE).count();
    }

    private void awaitEnded() {
        Awaitility.await().until(() -> {
            try (Connection connection = place.connect()) {
                return PostgresStore.number(
                                connection,
                                "select count(*) from pg_stat_activity where state ="
                                        + " 'idle in transaction' and datname = current_database()")
                        == 0;
            }
        });
    }
}
