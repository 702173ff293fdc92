package dev.quietus.verify.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.server.provider.ProviderFile;
import dev.quietus.server.provider.ProviderFileException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Provider files that nobody meant: each is loaded, or every fault is named with file, line and
 * key, in bounded time.
 */
class ProviderFileFuzzTest {
    private static final int ROUNDS = 1_200;
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final Map<String, String> ENVIRONMENT = Map.of("TOKEN", "secret", "HOME", "/x");

    /** The file, the line, and the key that is at fault; a file that is none has no key. */
    private static final Pattern ERROR =
            Pattern.compile("providers\\.yaml:\\d+: \\S.*", Pattern.DOTALL);

    /** What has no line: a file that is no text, and what the parser tells without one. */
    private static final Set<String> WITHOUT_LINE = Set.of(
            "providers.yaml: is not UTF-8",
            "providers.yaml: is not YAML: Non scalar key is detected but it is not configured to be"
                    + " allowed.");

    /** The end of a list of errors that nobody would read to its end. */
    private static final Pattern MORE = Pattern.compile("providers\\.yaml: and \\d+ more");

    private static final String WHOLE = """
            # Everything that can be declared.
            providers:
              deployment:
                type: http
                base_url: http://127.0.0.1:7272/api
                tools: ["deployment.*", release]
                headers:
                  Authorization: "Bearer ${TOKEN}"
                cancel:
                  method: POST
                  path: "/previews/{provider_job}/cancel"
                  timeout: 5s
                  body: '{"reason": "stop of {run_id}"}'
                  accepted_on: [200, 202]
                  ended_on: [410]
                observe:
                  method: GET
                  path: "/reservations?run={run_id}&operation={operation_id}"
                  timeout: 5s
                  present: "$.items[?(@.operation_id == '{operation_id}')]"
                  seen: "$.jobs[?(@.operation_id == '{operation_id}')]"
                  ended: "$.jobs_ended[?(@.operation_id == '{operation_id}')]"
                  effect_id: "$.items[0].effect_id"
                  absent_on: [404]
                idempotent_cancel: true
                fences: revocation_epoch
                idempotency_retention: 24h
                quiet_period: 30s
                settle_timeout: 60s
                reobserve_interval: 30s
                reconcile_owner: team-deploys
                undo:
                  method: DELETE
                  path: "/reservations/{effect_id}"
                  owner: team-deploys
              other:
                type: http
                base_url: https://example.org
                tools: [other.go]
                observe: { path: /x, present: "$[*]" }
                reconcile_owner: somebody
            """;

    @TempDir
    private Path directory;

    @Test
    void loadsOrNamesEveryFaultOfEveryMutant() {
        int[] loaded = {0};
        Mutants mutants = Mutants.of(ROUNDS);
        mutants.each(random -> loaded[0] += judge(mutant(random)) ? 1 : 0);
        System.out.println("fuzz: " + loaded[0] + " provider files were loaded");
        if (!mutants.single()) {
            assertThat(loaded[0])
                    .isBetween((int) mutants.rounds() / 100, (int) mutants.rounds() / 2);
        }
    }

    /** The same for what is no text: read from a file, as the server reads it. */
    @Test
    void loadsOrNamesEveryFaultOfEveryFile() {
        Path file = directory.resolve("providers.yaml");
        Mutants.of(ROUNDS / 20).each(random -> {
            Files.write(file, ByteMutation.of(WHOLE.getBytes(StandardCharsets.UTF_8), random));
            timed(() -> {
                try {
                    ProviderFile.load(file).close();
                } catch (ProviderFileException refused) {
                    assertNamed(refused, Files.readString(file, StandardCharsets.ISO_8859_1));
                }
            });
        });
    }

    @ParameterizedTest
    @MethodSource("kept")
    void refusesWhatIsKept(Path file) throws Exception {
        assertThat(judge(Files.readString(file))).as(file.toString()).isFalse();
    }

    static List<Path> kept() {
        return Kept.files("providers");
    }

    @Test
    void loadsWhatTheMutantsAreMadeFrom() throws Exception {
        assertThat(judge(WHOLE)).isTrue();
    }

    private static String mutant(SplittableRandom random) {
        return random.nextInt(4) == 0
                ? new String(
                        ByteMutation.of(WHOLE.getBytes(StandardCharsets.UTF_8), random),
                        StandardCharsets.UTF_8)
                : YamlMutation.of(WHOLE, random);
    }

    private static boolean judge(String text) throws Exception {
        boolean[] loaded = {false};
        timed(() -> {
            try {
                ProviderFile.parse(text, "providers.yaml", ENVIRONMENT).close();
                loaded[0] = true;
            } catch (ProviderFileException refused) {
                assertNamed(refused, text);
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError broken) {
                throw new AssertionError("not refused as a provider file, but:\n" + text, broken);
            }
        });
        return loaded[0];
    }

    private static void assertNamed(ProviderFileException refused, String text) {
        List<String> errors = refused.errors();
        boolean counted = !errors.isEmpty() && MORE.matcher(errors.getLast()).matches();
        assertThat(counted ? errors.subList(0, errors.size() - 1) : errors)
                .as(text)
                .isNotEmpty()
                .allMatch(error ->
                        WITHOUT_LINE.contains(error) || ERROR.matcher(error).matches());
    }

    /** Something that is to be done in time. */
    @FunctionalInterface
    private interface Bounded {
        void run() throws Exception;
    }

    private static void timed(Bounded work) throws Exception {
        long begun = System.nanoTime();
        work.run();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(LONGEST);
    }
}
