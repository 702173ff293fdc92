package dev.quietus.verify.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plays every file of {@code src/test/resources/scenarios} and compares with what stands below its
 * dashes; {@code -Dscenarios.record=true} writes that anew, for people to read before they keep it.
 */
class ScenarioTest {
    private static final Path FOLDER = Path.of(
            System.getProperty("quietus.root", ".."), "verify/src/test/resources/scenarios");

    @TestFactory
    Stream<DynamicTest> everyRaceEndsAsRecorded() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<Path> all = files.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .toList();
            return all.stream()
                    .map(file -> DynamicTest.dynamicTest(
                            file.getFileName().toString(), () -> play(file)));
        }
    }

    private static void play(Path file) {
        ScenarioFile scenario = ScenarioFile.read(file);
        if (Boolean.getBoolean("scenarios.record")) {
            scenario.record(scenario.play());
        } else {
            compare(scenario);
        }
    }

    private static void compare(ScenarioFile scenario) {
        List<String> played = scenario.play();
        assertThat(String.join("\n", played))
                .as("%s: %s", scenario.path().getFileName(), scenario.race())
                .isEqualTo(String.join("\n", scenario.recording()));
    }

    @Test
    void theSixRacesOfTheSourceAreThere() {
        assertThat(List.of(
                        "queued_call_starts_after_parent_revocation",
                        "provider_commits_during_cancel_request",
                        "cancellation_worker_crashes_mid_barrier",
                        "delayed_retry_fires_after_revocation",
                        "provider_status_unavailable",
                        "child_run_misses_parent_notification"))
                .allSatisfy(name -> assertThat(FOLDER.resolve(name + ".txt")).isRegularFile());
    }

    @Test
    void aStepThatMeansNothingIsNamedWithItsPlace(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("wrong.txt");
        Files.writeString(file, "A race.\n\nrun r\n\nworker w dances r/a\n");
        assertThatThrownBy(() -> ScenarioFile.read(file).play())
                .hasMessage("wrong.txt:5: a worker can't 'dances' in 'worker w dances r/a'");
        Files.writeString(file, "A race.\nrun r colour=red\n");
        assertThatThrownBy(() -> ScenarioFile.read(file).play())
                .hasMessageStartingWith("wrong.txt:2: 'colour=' means nothing");
        Files.writeString(file, "\nrun r\n");
        assertThatThrownBy(() -> ScenarioFile.read(file))
                .hasMessageStartingWith("wrong.txt:1: the first line says the race");
    }

    @Test
    void aDifferenceFromTheRecordingFails(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("changed.txt");
        Files.writeString(file, "A race.\nrun r\noperator stops r\n---\n> run r\n");
        assertThatThrownBy(() -> compare(ScenarioFile.read(file)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("stop_requested r under stop-r-01");
    }
}
