package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class OpeningTest {
    @TempDir
    Path directory;

    private Path path() {
        return directory.resolve("ledger.db");
    }

    private static SqliteLedger open(Path path) {
        return SqliteLedger.open(
                SqliteSettings.of(path).withReaders(1).withBusyTimeout(Duration.ofMillis(50)));
    }

    private void refuses(Path path, Reason reason, String... words) {
        assertThatThrownBy(() -> open(path).close())
                .isInstanceOfSatisfying(LedgerUnavailableException.class, refusal -> {
                    assertThat(refusal.reason()).isEqualTo(reason);
                    assertThat(refusal.getMessage())
                            .startsWith("opening the ledger " + path)
                            .contains(words)
                            .doesNotContain("\n");
                });
    }

    private void made(String... statements) throws SQLException {
        open(path()).close();
        try (SqliteProbe probe = SqliteProbe.open(path())) {
            for (String statement : statements) {
                probe.run(statement);
            }
        }
    }

    @Test
    void makesDirectoriesAndFileForTheirOwnerOnly() throws IOException {
        assumeTrue(
                directory.getFileSystem().supportedFileAttributeViews().contains("posix"),
                "no POSIX permissions");
        Path deep = directory.resolve("a").resolve("b c").resolve("ledger?x=%41#.db");
        try (SqliteLedger ledger = open(deep)) {
            ledger.write(records -> {
                records.insert(Samples.root("root"));
                return true;
            });
            for (String suffix : new String[] {"", "-wal", "-shm", ".lock"}) {
                Path file = deep.resolveSibling(deep.getFileName() + suffix);
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as(suffix)
                        .isEqualTo("rw-------");
            }
        }
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(directory.resolve("a"))))
                .isEqualTo("rwx------");
        try (SqliteLedger ledger = open(deep)) {
            assertThat(TestingLedger.run(ledger, "root")).isPresent();
        }
    }

    @Test
    void adoptsAnEmptyFileAndAnEmptyDatabase() throws IOException, SQLException {
        Files.createFile(path());
        open(path()).close();
        Path empty = directory.resolve("empty.db");
        try (SqliteProbe probe = SqliteProbe.open(empty)) {
            probe.run("VACUUM");
        }
        open(empty).close();
        SqliteEngine.requireSound(path());
        SqliteEngine.requireSound(empty);
    }

    @Test
    void refusesAFileThatIsNoDatabaseAndLeavesItAsItIs() throws IOException {
        String content = "This is somebody's shopping list.\n".repeat(100);
        Files.writeString(path(), content);
        refuses(path(), Reason.FOREIGN, "no SQLite database");
        assertThat(path()).hasContent(content);
        assertThat(directory.toFile().list()).containsExactly("ledger.db");
    }

    @Test
    void refusesTheDatabaseOfAnotherProgramAndLeavesItAsItIs() throws IOException, SQLException {
        try (SqliteProbe probe = SqliteProbe.open(path())) {
            probe.run("CREATE TABLE songs (title TEXT)");
        }
        byte[] before = Files.readAllBytes(path());
        refuses(path(), Reason.FOREIGN, "another program", "application id 0");
        assertThat(path()).hasBinaryContent(before);
        assertThat(directory.toFile().list()).containsExactly("ledger.db");
    }

    @Test
    void refusesANewerSchema() throws SQLException {
        made("INSERT INTO flyway_schema_history SELECT 99, '999', 'later', 'SQL', 'V999.sql', 1,"
                + " 'x', installed_on, 1, 1 FROM flyway_schema_history LIMIT 1");
        refuses(path(), Reason.FOREIGN, "version 999", "knows up to " + SchemaVersion.NEWEST);
    }

    @Test
    void knowsTheNewestMigrationByItsNumber() {
        String folder = "/dev/quietus/ledger/migrations/common/V";
        assertThat(OpeningTest.class.getResource(folder + SchemaVersion.NEWEST + "__ledger.sql"))
                .isNotNull();
    }

    @Test
    void refusesADamagedHeader() throws IOException, SQLException {
        made();
        try (RandomAccessFile file = new RandomAccessFile(path().toFile(), "rw")) {
            file.seek(16);
            file.write(new byte[] {0x12, 0x34, 0x56, 0x78});
        }
        refuses(path(), Reason.DAMAGED, "header is damaged", "restore a backup");
    }

    @Test
    void refusesADamagedPage() throws IOException, SQLException {
        made();
        try (RandomAccessFile file = new RandomAccessFile(path().toFile(), "rw")) {
            for (long page = 2; page * 4096 < file.length(); page++) {
                file.seek(page * 4096 + 2);
                file.write(new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff});
            }
        }
        refuses(path(), Reason.DAMAGED, "damaged");
    }

    @Test
    void refusesATruncatedFile() throws IOException, SQLException {
        made();
        try (RandomAccessFile file = new RandomAccessFile(path().toFile(), "rw")) {
            file.setLength(3 * 4096);
        }
        refuses(path(), Reason.DAMAGED, "damaged");
    }

    @Test
    void refusesADirectory() {
        refuses(directory, Reason.FOREIGN, "it is a directory");
    }

    @Test
    void refusesAPathBelowAFile() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        refuses(file.resolve("ledger.db"), Reason.FAILED, "directory can't be made");
    }

    @Test
    void refusesALedgerThatThisProcessHasOpenWithoutLettingItGo() {
        try (SqliteLedger ledger = open(path())) {
            refuses(path(), Reason.LOCKED, "in use by this process");
            refuses(path(), Reason.LOCKED, "in use by this process");
            assertThat(ledger.<Boolean>read(records -> records.frozen())).isFalse();
        }
        open(path()).close();
    }

    @Test
    void refusesALedgerThatAnotherProcessHasOpenUntilThatIsGone() throws Exception {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        path().toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(other.getInputStream().read()).isEqualTo('o');
            refuses(path(), Reason.LOCKED, "in use by process " + other.pid());
        } finally {
            other.destroyForcibly();
            assertThat(other.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
        open(path()).close();
    }

    /** Holds a ledger until it is killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws IOException {
            try (SqliteLedger ledger = open(Path.of(arguments[0]))) {
                System.out.println("open " + ledger.path());
                System.in.read();
            }
        }
    }

    @Test
    void refusesAReadOnlyFile() throws IOException, SQLException {
        made();
        Files.setPosixFilePermissions(path(), PosixFilePermissions.fromString("r--------"));
        assumeFalse(Files.isWritable(path()), "this user may write read-only files");
        refuses(path(), Reason.READ_ONLY, "can't be written");
    }

    @Test
    void refusesAReadOnlyDirectory() throws IOException {
        Path closed = Files.createDirectory(directory.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-x------"));
        assumeFalse(Files.isWritable(closed), "this user may write read-only directories");
        refuses(closed.resolve("ledger.db"), Reason.READ_ONLY, "lock file can't be written");
    }

    @Test
    void refusesAReadOnlyFileSystem() throws IOException {
        Path system = Path.of("/sys");
        assumeTrue(
                Files.isDirectory(system) && Files.getFileStore(system).type().equals("sysfs"),
                "no sysfs here");
        refuses(system.resolve("ledger.db"), Reason.READ_ONLY, "/sys");
    }

    @Test
    void waitsForTheLockOfAnotherProgramOnlySoLong() throws SQLException {
        try (SqliteLedger ledger = open(path());
                SqliteProbe probe = SqliteProbe.open(path())) {
            probe.run("BEGIN IMMEDIATE");
            assertThatThrownBy(() -> ledger.write(records -> records.revokeTokens("nobody")))
                    .isInstanceOfSatisfying(
                            LedgerUnavailableException.class,
                            refusal -> assertThat(refusal.reason()).isEqualTo(Reason.LOCKED));
            probe.run("ROLLBACK");
            assertThat(ledger.<Integer>write(records -> records.revokeTokens("nobody")))
                    .isZero();
        }
    }
}
