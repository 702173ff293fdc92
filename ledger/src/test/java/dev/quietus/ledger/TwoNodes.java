package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.ledger.EventType;
import dev.quietus.core.run.TreeId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Two nodes on one database; after each test all of it is checked. */
abstract class TwoNodes {
    private final PostgresEngine.DatabasePlace place = PostgresEngine.NEWEST.place();
    private final List<PostgresLedger> nodes = new ArrayList<>();

    @BeforeEach
    void opensTwoNodes() {
        for (int i = 0; i < 2; i++) {
            nodes.add(PostgresLedger.open(place.settings().withLanes(3, 2).withReaders(2)));
        }
    }

    @AfterEach
    void everythingIsSound() throws Exception {
        nodes.forEach(PostgresLedger::close);
        assertThat(place.verified().findings()).isEmpty();
        place.requireSound();
        place.remove();
    }

    /** How many connections of the two wait for a lock. */
    final long waitingForLocks() throws SQLException {
        try (Connection connection = place.connect()) {
            return PostgresStore.number(
                    connection,
                    "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                            + " and datname = current_database()");
        }
    }

    final PostgresLedger node(int number) {
        return nodes.get(number % nodes.size());
    }

    static void together(List<Callable<?>> works) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            works.forEach(work -> all.add(threads.submit(work)));
            for (Future<?> each : all) {
                each.get();
            }
        }
    }

    final List<EventRow> chain(String tree) {
        List<EventRow> all = new ArrayList<>();
        List<EventRow> page = node(0).queries().events(new TreeId(tree), Optional.empty(), 0, 1000);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = node(0).queries()
                    .events(
                            new TreeId(tree),
                            Optional.empty(),
                            page.getLast().event().seq(),
                            1000);
        }
        return all;
    }

    final long place(String tree, EventType type) {
        return chain(tree).stream()
                .filter(row -> row.event().draft().type() == type)
                .mapToLong(row -> row.event().seq())
                .findFirst()
                .orElse(-1);
    }
}
