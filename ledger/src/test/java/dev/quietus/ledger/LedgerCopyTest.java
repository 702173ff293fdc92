package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.core.authority.Token;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole ledgers from one kind to the other and back. */
@Timeout(60)
final class LedgerCopyTest {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    @TempDir
    Path directory;

    private LedgerAddress file(String name) {
        return new LedgerAddress.File(directory.resolve(name));
    }

    private static LedgerAddress database() {
        PostgresServer server = PostgresEngine.NEWEST.server();
        String database = "copy_" + NUMBER.incrementAndGet();
        server.create(database);
        return server.address(database);
    }

    private static void fill(LedgerAddress address) {
        try (DurableLedger ledger = DurableLedger.open(address, Optional.empty())) {
            ledger.write(Deeds.register("root", Optional.empty()));
            ledger.write(Deeds.register("child", Optional.of("root")));
            ledger.write(Deeds.begin("child", "one"));
            ledger.write(Deeds.finish("child", "one"));
            ledger.write(Deeds.queue("root", "two"));
            ledger.write(Deeds.register("other", Optional.empty()));
            ledger.write(Deeds.stop("root"));
            ledger.write(records -> {
                records.insert(new Token("hash", Token.Role.OPERATOR, "thomas", records.now()));
                records.frozen(true);
                return true;
            });
        }
    }

    private static List<String> everything(LedgerAddress address) {
        List<String> all = new ArrayList<>();
        try (DurableLedger ledger = DurableLedger.open(address, Optional.empty())) {
            for (String run : List.of("root", "child", "other")) {
                all.add(ledger.read(records -> records.run(new RunId(run))).toString());
                all.add(ledger.queries()
                        .operations(new RunId(run), Optional.empty(), Optional.empty(), 10)
                        .toString());
                all.add(ledger.queries().barriersOfRun(new RunId(run)).toString());
            }
            for (String tree : List.of("root", "other")) {
                all.add(ledger.queries()
                        .events(new TreeId(tree), Optional.empty(), 0, 100)
                        .toString());
                all.add(ledger.read(records -> records.head(new TreeId(tree))).toString());
            }
            all.add(ledger.queries().eventsAfterPosition(0, 1000).toString());
            all.add(ledger.read(records -> records.tokens()).toString());
            all.add(ledger.read(records -> records.frozen()).toString());
        }
        return all;
    }

    @Test
    void isTheSameOnTheOtherKindAndBackAgain() {
        LedgerAddress first = file("first.db");
        LedgerAddress second = database();
        LedgerAddress third = file("third.db");
        LedgerAddress fourth = database();
        fill(first);
        List<String> expected = everything(first);
        for (List<LedgerAddress> step :
                List.of(List.of(first, second), List.of(second, third), List.of(third, fourth))) {
            LedgerCopy.Copied copied =
                    LedgerCopy.copy(step.get(0), step.get(1), (table, rows) -> {});
            assertThat(copied.verification().clean()).isTrue();
            assertThat(copied.rows()).isGreaterThan(15);
            assertThat(everything(step.get(1))).isEqualTo(expected);
        }
    }

    @Test
    void goesOnBehindWhatWasCopied() {
        LedgerAddress from = database();
        fill(from);
        for (LedgerAddress to : List.of(file("to.db"), database())) {
            LedgerCopy.copy(from, to, (table, rows) -> {});
            try (DurableLedger ledger = DurableLedger.open(to, Optional.empty())) {
                long last =
                        ledger.queries().eventsAfterPosition(0, 1000).getLast().position();
                ledger.write(records -> {
                    records.frozen(false);
                    return true;
                });
                ledger.write(Deeds.register("newest", Optional.empty()));
                assertThat(ledger.queries().eventsAfterPosition(last, 10)).hasSize(1);
                RunFilter all = new RunFilter(Optional.empty(), Optional.empty());
                assertThat(ledger.queries().runs(all, Optional.empty(), 1))
                        .extracting(row -> row.run().id().value())
                        .containsExactly("newest");
            }
            assertThat(LedgerVerification.verify(to).clean()).isTrue();
        }
    }

    @Test
    void refusesATargetThatIsNotEmptyAndASourceThatIsInUse() {
        LedgerAddress from = file("from.db");
        fill(from);
        for (LedgerAddress full : List.of(file("full.db"), database())) {
            fill(full);
            List<String> before = everything(full);
            assertThatThrownBy(() -> LedgerCopy.copy(from, full, (table, rows) -> {}))
                    .isInstanceOf(LedgerUnavailableException.class)
                    .hasMessageContaining("not empty");
            assertThat(everything(full)).isEqualTo(before);
        }
        try (DurableLedger open = DurableLedger.open(from, Optional.empty())) {
            assertThat(open.exclusive()).isTrue();
            assertThatThrownBy(() -> LedgerCopy.copy(from, file("to.db"), (table, rows) -> {}))
                    .hasMessageContaining("in use");
        }
    }

    @Test
    void refusesADatabaseThatIsWrittenToMeanwhile() {
        LedgerAddress from = database();
        fill(from);
        LedgerAddress to = file("to.db");
        try (DurableLedger server = DurableLedger.open(from, Optional.empty())) {
            assertThatThrownBy(() -> LedgerCopy.copy(from, to, (table, rows) -> {
                        if (table.equals("operation")) {
                            server.write(records -> {
                                records.frozen(false);
                                return true;
                            });
                            server.write(Deeds.register("late", Optional.empty()));
                        }
                    }))
                    .isInstanceOfSatisfying(
                            LedgerUnavailableException.class,
                            e -> assertThat(e.reason())
                                    .isEqualTo(LedgerUnavailableException.Reason.LOCKED))
                    .hasMessageContaining("end every server");
        }
        assertThat(directory.resolve("to.db")).doesNotExist();
        LedgerCopy.copy(from, to, (table, rows) -> {});
        assertThat(everything(to)).isEqualTo(everything(from));
    }

    @Test
    void refusesADamagedSource() throws SQLException {
        LedgerAddress from = file("from.db");
        fill(from);
        try (SqliteProbe probe = SqliteProbe.open(directory.resolve("from.db"))) {
            probe.run("update event set at = at + 1 where seq = 2");
        }
        LedgerAddress to = database();
        assertThatThrownBy(() -> LedgerCopy.copy(from, to, (table, rows) -> {}))
                .isInstanceOfSatisfying(
                        LedgerUnavailableException.class,
                        e -> assertThat(e.reason())
                                .isEqualTo(LedgerUnavailableException.Reason.DAMAGED));
    }

    @Test
    void whatIsInterruptedCanNotBeOpenedAndCanBeCopiedAgain() {
        LedgerAddress from = file("from.db");
        fill(from);
        LedgerAddress database = database();
        assertThatThrownBy(() -> LedgerCopy.copy(from, database, LedgerCopyTest::interrupt))
                .hasMessage("interrupted");
        assertThatThrownBy(() -> DurableLedger.open(database, Optional.empty()))
                .hasMessageContaining("did not come to its end");
        LedgerAddress file = file("to.db");
        assertThatThrownBy(() -> LedgerCopy.copy(from, file, LedgerCopyTest::interrupt))
                .hasMessage("interrupted");
        assertThat(directory.resolve("to.db")).doesNotExist();
        assertThat(Files.exists(directory.resolve("to.db.copying"))).isFalse();
        List<String> expected = everything(from);
        for (LedgerAddress again : List.of(database, file)) {
            LedgerCopy.copy(from, again, (table, rows) -> {});
            assertThat(everything(again)).isEqualTo(expected);
        }
    }

    private static void interrupt(String table, Long rows) {
        if (table.equals("receipt")) {
            throw new IllegalStateException("interrupted");
        }
    }
}
