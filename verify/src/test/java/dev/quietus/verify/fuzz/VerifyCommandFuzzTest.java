package dev.quietus.verify.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.Main;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Times;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Changed files in {@code quietus verify}: exit code 0 only where they say exactly the same, else 5
 * for a receipt that is not valid or 2 for a file that can't be used, and never a trace.
 */
class VerifyCommandFuzzTest {
    private static final int ROUNDS = 200;

    @TempDir
    private Path folder;

    private final Original original = Original.read();
    private Path envelope = Path.of("");
    private Path events = Path.of("");
    private Path key = Path.of("");

    /** What one run of the command said. */
    private record Said(int exit, String out, String err) {}

    @BeforeEach
    void write() throws IOException {
        envelope = Files.write(folder.resolve("envelope.json"), original.envelope());
        key = Files.write(folder.resolve("key.pem"), original.key());
        events = Files.writeString(
                folder.resolve("events.jsonl"),
                Original.eventsOf(original.events()).stream()
                        .map(event -> event.toJson() + "\n")
                        .collect(Collectors.joining()));
    }

    @Test
    void takesTheOriginalForValid() {
        assertThat(verify().exit()).isZero();
    }

    @Test
    void neverTakesAMutantForValid() throws IOException {
        byte[] lines = Files.readAllBytes(events);
        Said valid = verify();
        int[] accepted = {0};
        Mutants.of(ROUNDS).each(random -> {
            Path file = List.of(envelope, events, key).get(random.nextInt(3));
            byte[] before = Files.readAllBytes(file);
            Files.write(file, mutant(before, random));
            Said said = verify();
            if (said.exit() == 0) {
                accepted[0]++;
                assertThat(said.out()).isEqualTo(valid.out());
                assertSame(lines);
            } else {
                assertThat(said.exit()).as(said.toString()).isIn(2, 5);
                assertThat(said.err() + said.out()).doesNotContain("Exception", "\tat ");
            }
            Files.write(file, before);
        });
        System.out.println("fuzz: " + accepted[0] + " mutants said the same in another spelling");
    }

    @ParameterizedTest
    @MethodSource("kept")
    void refusesTheKeysThatAreKept(Path pem) throws IOException {
        Files.copy(pem, key, StandardCopyOption.REPLACE_EXISTING);
        Said said = verify();
        assertThat(said.exit()).isEqualTo(2);
        assertThat(said.err()).contains("key file").doesNotContain("Exception", "\tat ");
    }

    static List<Path> kept() {
        return Kept.files("keys");
    }

    private static byte[] mutant(byte[] file, SplittableRandom random) {
        return random.nextBoolean()
                ? ByteMutation.bit(file, random)
                : ByteMutation.of(file, random);
    }

    private void assertSame(byte[] lines) throws IOException {
        assertThat(Original.object(Files.readAllBytes(envelope)).string("payload"))
                .as("the signed payload")
                .isEqualTo(Original.object(original.envelope()).string("payload"));
        assertThat(original.sameEvents(read(Files.readAllBytes(events)))).isTrue();
        assertThat(read(lines)).isNotEmpty();
    }

    private static List<JsonObject> read(byte[] lines) {
        return new String(lines, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .map(Json::parseObject)
                .toList();
    }

    private Said verify() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Optional.empty(),
                false,
                false,
                true,
                Times.utc(),
                Map.of("HOME", folder.resolve("home").toString()),
                folder,
                InstantSource.system());
        int exit = Main.run(
                new String[] {
                    "verify",
                    envelope.toString(),
                    "--key",
                    key.toString(),
                    "--events",
                    events.toString()
                },
                console);
        return new Said(
                exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
