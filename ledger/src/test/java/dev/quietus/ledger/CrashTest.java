package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(90)
final class CrashTest {
    private static final int ACKNOWLEDGED = 400;

    @TempDir
    Path directory;

    @Test
    void findsEverythingAcknowledgedInACopyOfAnOpenLedger() throws Exception {
        Path original = directory.resolve("ledger.db");
        Path copies = Files.createDirectory(directory.resolve("copies"));
        try (SqliteLedger ledger = SqliteLedger.open(SqliteSettings.of(original))) {
            for (int i = 0; i < 20; i++) {
                register(ledger, "run-" + i);
            }
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.filter(Files::isRegularFile)
                        .filter(file -> !file.toString().endsWith(".lock"))
                        .toList()) {
                    Files.copy(file, copies.resolve(file.getFileName()));
                }
            }
        }
        Path copy = copies.resolve("ledger.db");
        assertThat(copies.resolve("ledger.db-wal")).exists();
        try (SqliteLedger ledger = SqliteLedger.open(SqliteSettings.of(copy))) {
            for (int i = 0; i < 20; i++) {
                RunId id = new RunId("run-" + i);
                assertThat(TestingLedger.run(ledger, id.value())).isPresent();
            }
        }
        SqliteEngine.requireSound(copy);
    }

    @Test
    void findsEverythingAcknowledgedAfterTheProcessWasKilled() throws Exception {
        Path path = directory.resolve("ledger.db");
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        path.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> acknowledged;
        try {
            acknowledged = readUntilKilled(writer);
        } finally {
            writer.destroyForcibly();
            assertThat(writer.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(ACKNOWLEDGED);
        try (SqliteLedger ledger = SqliteLedger.open(SqliteSettings.of(path))) {
            for (String id : acknowledged) {
                assertThat(TestingLedger.run(ledger, id)).isPresent();
            }
            register(ledger, "after-the-crash");
        }
        SqliteEngine.requireSound(path);
    }

    private static List<String> readUntilKilled(Process writer) throws IOException {
        List<String> lines = new ArrayList<>();
        try (BufferedReader out = new BufferedReader(
                new InputStreamReader(writer.getInputStream(), StandardCharsets.US_ASCII))) {
            String line = out.readLine();
            while (line != null) {
                // The last line may be cut off in its middle.
                if (line.endsWith(".")) {
                    lines.add(line.substring(0, line.length() - 1));
                }
                if (lines.size() == ACKNOWLEDGED) {
                    // By its handle: Process.destroyForcibly would close the stream as well.
                    writer.toHandle().destroyForcibly();
                }
                line = out.readLine();
            }
        }
        return lines;
    }

    private static void register(SqliteLedger ledger, String id) {
        ledger.write(records -> {
            Run run = Samples.root(id);
            records.insert(run);
            records.append(run.tree(), EventDraft.of(EventType.RUN_REGISTERED, run.id()));
            return true;
        });
    }

    /** Registers runs for ever, from several threads, and says which are recorded. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) {
            SqliteLedger ledger = SqliteLedger.open(SqliteSettings.of(Path.of(arguments[0])));
            PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
            AtomicInteger next = new AtomicInteger();
            for (int i = 0; i < 8; i++) {
                Thread.ofPlatform().start(() -> {
                    while (!out.checkError()) {
                        String id = "run-" + next.incrementAndGet();
                        register(ledger, id);
                        out.println(id + ".");
                    }
                });
            }
        }
    }
}
