package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What nodes see of one another: the order of events, the time, and that something was written. */
@Timeout(60)
final class PostgresNodesTest {
    private static final EventDraft TICK =
            EventDraft.of(EventType.RUN_REGISTERED, new RunId("run"));

    private final PostgresEngine.DatabasePlace place = PostgresEngine.NEWEST.place();
    private PostgresLedger ledger;

    @BeforeEach
    void opens() {
        ledger = PostgresLedger.open(place.settings().withLanes(1, 1).withReaders(2));
    }

    @AfterEach
    void closes() {
        ledger.close();
        place.remove();
    }

    private static void tick(PostgresLedger node, String tree) {
        node.write(records -> {
            records.append(new TreeId(tree), TICK);
            return true;
        });
    }

    private List<String> treesAfter(long position) {
        return ledger.queries().eventsAfterPosition(position, 100).stream()
                .map(row -> row.event().tree().value())
                .toList();
    }

    /** What another node's transaction does just before its commit. */
    private static void writeUncommitted(Connection connection, String tree) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("insert into event (tree_id, seq, at, type, run_id, data, prev_hash,"
                    + " hash, position) values ('" + tree
                    + "', 1, 0, 'run_registered', 'run', '{}',"
                    + " '', '', nextval('event_place'))");
        }
    }

    @Test
    void handsOutNothingBehindAnEventThatIsCommittedLater() throws Exception {
        tick(ledger, "first");
        try (Connection slow = place.connect()) {
            writeUncommitted(slow, "slow");
            tick(ledger, "fast");
            // A reader that went on to "fast" now would never see "slow".
            assertThat(treesAfter(0)).containsExactly("first");
            assertThat(treesAfter(1)).isEmpty();
            slow.commit();
            assertThat(treesAfter(1)).containsExactly("slow", "fast");
        }
    }

    @Test
    void goesOnPastAPlaceThatNobodyWillUse() throws Exception {
        tick(ledger, "first");
        try (Connection failing = place.connect()) {
            writeUncommitted(failing, "failing");
            tick(ledger, "fast");
            assertThat(treesAfter(1)).isEmpty();
            failing.rollback();
            Awaitility.await()
                    .untilAsserted(() -> assertThat(treesAfter(1)).containsExactly("fast"));
        }
        assertThat(treesAfter(0)).containsExactly("first", "fast");
        assertThat(place.verified().findings()).isEmpty();
        assertThat(place.verified().trees()).isEqualTo(2);
    }

    @Test
    void losesNoEventWhileManyAreWritten() throws Exception {
        PostgresLedger other =
                PostgresLedger.open(place.settings().withLanes(2, 4).withReaders(1));
        int writers = 6;
        int each = 40;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            String tree = "tree-" + i;
            PostgresLedger node = i % 2 == 0 ? ledger : other;
            threads.add(Thread.ofVirtual().start(() -> {
                for (int n = 0; n < each; n++) {
                    tick(node, tree);
                }
            }));
        }
        List<Long> seen = new ArrayList<>();
        long cursor = 0;
        while (seen.size() < writers * each) {
            for (EventRow row : ledger.queries().eventsAfterPosition(cursor, 7)) {
                seen.add(row.position());
                cursor = row.position();
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        other.close();
        assertThat(seen).isSorted().doesNotHaveDuplicates().hasSize(writers * each);
        assertThat(treesAfter(cursor)).isEmpty();
    }

    @Test
    void followsTheDatabasesClockAndNotItsOwn() throws Exception {
        long before = databaseMillis();
        Instant inside = ledger.write(records -> records.now());
        Instant outside = ledger.now();
        long after = databaseMillis();
        assertThat(inside.toEpochMilli()).isBetween(before, after);
        assertThat(outside.toEpochMilli()).isBetween(before, after);
    }

    private long databaseMillis() throws SQLException {
        try (Connection connection = place.connect()) {
            return PostgresStore.number(connection, PostgresSql.NOW);
        }
    }

    @Test
    void goesOnFromTheLastSampleAndNeverBack() {
        AtomicLong nanos = new AtomicLong(7_000_000_000L);
        long hoursOff = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
        DatabaseClock clock = new DatabaseClock(Optional.empty(), 0, hoursOff, nanos::get);
        nanos.addAndGet(Duration.ofMillis(250).toNanos());
        assertThat(clock.now().toEpochMilli()).isEqualTo(hoursOff + 250);
        assertThat(clock.sampled(hoursOff + 100).toEpochMilli()).isEqualTo(hoursOff + 250);
        nanos.addAndGet(Duration.ofMillis(100).toNanos());
        assertThat(clock.now().toEpochMilli()).isEqualTo(hoursOff + 250);
        nanos.addAndGet(Duration.ofMillis(100).toNanos());
        assertThat(clock.now().toEpochMilli()).isEqualTo(hoursOff + 300);
    }

    @Test
    void hearsSoonThatAnotherNodeHasWritten() {
        AtomicInteger heard = new AtomicInteger();
        ledger.whenOthersWrite(heard::incrementAndGet);
        try (PostgresLedger other =
                PostgresLedger.open(place.settings().withLanes(1, 1).withReaders(1))) {
            Awaitility.await().until(() -> listening() == 2);
            int before = heard.get();
            // A claim on nothing: no event, so that only the hint can tell.
            other.write(records -> records.revokeTokens("nobody"));
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(5))
                    .atMost(Duration.ofMillis(400))
                    .until(() -> heard.get() > before);
        }
    }

    private long listening() throws SQLException {
        try (Connection connection = place.connect()) {
            return PostgresStore.number(
                    connection,
                    "select count(*) from pg_stat_activity where datname = current_database()"
                            + " and (query ilike 'listen%' or query like 'select coalesce(max(pos%'"
                            + " or query = '" + PostgresSql.NOW + "') and state = 'idle'");
        }
    }

    @Test
    void findsWhatAnotherNodeHasWrittenWhereTheHintIsLost() {
        ledger.close();
        ledger = PostgresLedger.open(place.settings().withLanes(1, 1).withReaders(1), false);
        AtomicInteger heard = new AtomicInteger();
        ledger.whenOthersWrite(heard::incrementAndGet);
        Awaitility.await().until(() -> heard.get() > 0);
        try (PostgresLedger other =
                PostgresLedger.open(place.settings().withLanes(1, 1).withReaders(1))) {
            int before = heard.get();
            tick(other, "tree");
            Awaitility.await().atMost(Duration.ofSeconds(2)).until(() -> heard.get() > before);
        }
    }
}
