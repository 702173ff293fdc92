package dev.quietus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.TestingConsole;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import dev.quietus.ledger.SqliteLedger;
import dev.quietus.ledger.SqliteSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerCommandsTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void writesOneTree() {
        try (SqliteLedger ledger =
                SqliteLedger.open(SqliteSettings.of(folder.resolve("ledger.db")))) {
            ledger.write(records -> {
                records.append(
                        new TreeId("root"),
                        EventDraft.of(EventType.RUN_REGISTERED, new RunId("root")));
                return true;
            });
        }
    }

    private TestingConsole console() {
        return TestingConsole.in(folder);
    }

    @Test
    void verifiesALedgerAndNamesWhatIsWrong() throws SQLException {
        TestingConsole sound = console();
        assertThat(sound.run("ledger", "verify", "ledger.db")).isZero();
        assertThat(sound.lines())
                .containsExactly("Ledger sound   1 tree, 1 event   " + folder.resolve("ledger.db"));

        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("ledger.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("update event set at = at + 1");
        }
        TestingConsole changed = console();
        assertThat(changed.run("ledger", "verify", "sqlite:ledger.db")).isEqualTo(1);
        assertThat(changed.lines().getFirst()).startsWith("Ledger NOT sound   1 tree, 1 event");
        assertThat(changed.lines().get(1)).contains("tree root, event 1: its content has the hash");
    }

    @Test
    void takesTheLedgerAsAnOptionAsTheOtherCommandsDo() {
        TestingConsole option = console();
        assertThat(option.run("ledger", "verify", "--ledger", "sqlite:ledger.db"))
                .isZero();
        assertThat(option.lines().getFirst()).startsWith("Ledger sound");
        TestingConsole both = console();
        assertThat(both.run("ledger", "verify", "ledger.db", "--ledger", "ledger.db"))
                .isEqualTo(2);
        assertThat(both.err()).contains("name one ledger");
    }

    @Test
    void copiesALedgerAndRefusesATargetThatIsThere() {
        TestingConsole console = console();
        assertThat(console.run("ledger", "copy", "ledger.db", "sqlite:other.db"))
                .isZero();
        assertThat(console.lines().getLast())
                .startsWith("Copied   2 rows; 1 tree, 1 event verified");
        TestingConsole again = console();
        assertThat(again.run("ledger", "copy", "ledger.db", "other.db")).isEqualTo(1);
        assertThat(again.err()).contains("it is not empty");
    }

    @Test
    void archivesWhatIsOver() {
        TestingConsole console = console();
        assertThat(console.run(
                        "ledger",
                        "archive",
                        "--before",
                        "2999-01-01",
                        "--to",
                        "archive",
                        "--ledger",
                        "ledger.db"))
                .isZero();
        assertThat(console.lines())
                .containsExactly("Archived   1 tree, 1 event   " + folder.resolve("archive"));
        assertThat(folder.resolve("archive")).isDirectoryContaining("glob:**/root-*");
        TestingConsole verified = console();
        assertThat(verified.run("ledger", "verify", "ledger.db")).isZero();
        assertThat(verified.lines().getFirst()).startsWith("Ledger sound   1 tree, 0 events");
    }

    @Test
    void refusesWhatItCantRead() {
        TestingConsole absent = console();
        assertThat(absent.run("ledger", "verify", "absent.db")).isEqualTo(6);
        assertThat(absent.err()).contains("no ledger at");
        assertThat(folder.resolve("absent.db")).doesNotExist();
        TestingConsole time = console();
        assertThat(time.run("ledger", "archive", "--before", "soon")).isEqualTo(2);
        assertThat(time.err()).contains("--before: expected a time such as 2026-10-01 or 30d");
        TestingConsole kind = console();
        assertThat(kind.run("ledger", "verify", "mysql://u:secret@x/y")).isEqualTo(2);
        assertThat(kind.err()).contains("postgresql://HOST/DATABASE").doesNotContain("secret");
    }
}
