package dev.quietus.verify.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocol's model holds in every state, and the checker notices each broken rule. */
@Order(7) // It takes long: the others fill up behind it.
final class SpinModelTest {
    private static final Pattern ERRORS = Pattern.compile("errors: (\\d+)");
    private static final int LIMIT_SECONDS = 400;

    @TempDir
    private Path folder;

    @BeforeAll
    static void needsSpinAndACompiler() {
        assumeTrue(
                onPath("spin") && onPath("gcc"),
                "spin or gcc is not installed (Debian: spin, gcc)");
    }

    private static boolean onPath(String program) {
        return Pattern.compile(Pattern.quote(java.io.File.pathSeparator))
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    @Test
    void nothingUnsafeIsReachableWithTwoNodes() throws Exception {
        assertThat(errors("safe", List.of())).isZero();
    }

    @Test
    void nothingUnsafeIsReachableInATree() throws Exception {
        assertThat(errors("safe", List.of("-DTREE"))).isZero();
    }

    @Test
    void everyStopEndsInAReceiptOrSaysThatItIsIncomplete() throws Exception {
        assertThat(errors("live", List.of())).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BEGIN", "PATH", "YES", "LATER", "BEFORE", "CONFIRM", "FENCE", "TIMEOUT", "TWICE",
                "FACT"
            })
    void theCheckerNoticesABrokenRule(String rule) throws Exception {
        String broken = "-DBREAK_" + rule;
        List<String> scene = rule.equals("PATH") ? List.of(broken, "-DTREE") : List.of(broken);

        assertThat(errors("safe", scene)).isPositive();
    }

    private int errors(String claim, List<String> macros) throws IOException, InterruptedException {
        Path model = Path.of(System.getProperty("quietus.root"), "spec", "stop.pml");
        Files.copy(model, folder.resolve("stop.pml"));
        List<String> spin = new ArrayList<>(List.of("spin"));
        spin.addAll(macros);
        spin.addAll(List.of("-a", "stop.pml"));
        run(spin);
        boolean live = claim.equals("live");
        run(List.of(
                "gcc",
                "-O2",
                "-w",
                "-DCOLLAPSE",
                "-DVECTORSZ=2048",
                live ? "-DNFAIR=3" : "-DSAFE",
                "-o",
                "pan",
                "pan.c"));
        List<String> check = new ArrayList<>(List.of("./pan", "-a", "-m400000", "-N", claim));
        if (live) {
            check.add("-f");
        }
        Matcher found = ERRORS.matcher(run(check));
        assertThat(found.find()).as("the checker's own count of errors").isTrue();
        return Integer.parseInt(found.group(1));
    }

    private String run(List<String> command) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended).as("%s ends within %d s", command, LIMIT_SECONDS).isTrue();
        return Files.readString(output);
    }
}
