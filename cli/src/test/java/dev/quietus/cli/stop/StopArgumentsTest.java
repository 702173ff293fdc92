package dev.quietus.cli.stop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Exit;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StopArgumentsTest {

    private static StopWish read(String... args) {
        int command = 0;
        while (!args[command].equals("stop")) {
            command++;
        }
        return StopArguments.read(args, command).orElseThrow();
    }

    @Test
    void readsTheStopOfARun() {
        assertThat(read("stop", "cc-run-4421", "--reason", "wrong commit", "--wait"))
                .isEqualTo(new StopWish(
                        new StopTarget.OneRun("cc-run-4421", Optional.empty(), Optional.empty()),
                        "wrong commit",
                        Optional.empty(),
                        Optional.empty(),
                        true,
                        Duration.ofSeconds(60),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false));
    }

    @Test
    void readsEveryFlagOnBothSidesOfTheCommandAndWithAnEqualsSign() {
        assertThat(read(
                        "--url",
                        "http://x",
                        "--debug",
                        "stop",
                        "--reason=a=b",
                        "r",
                        "--token=t",
                        "--config",
                        "c",
                        "--settle-timeout",
                        "5m",
                        "--quiet-period=500ms",
                        "--retry-for",
                        "0s",
                        "--tool",
                        "mail.*"))
                .isEqualTo(new StopWish(
                        new StopTarget.OneRun("r", Optional.empty(), Optional.of("mail.*")),
                        "a=b",
                        Optional.of("5m"),
                        Optional.of("500ms"),
                        false,
                        Duration.ZERO,
                        Optional.of("http://x"),
                        Optional.of("t"),
                        Optional.of("c"),
                        true));
    }

    @Test
    void aMissingReasonDoesNotKeepAStopFromGoingOut() {
        assertThat(read("stop", "r").reason()).isEqualTo("no reason given");
        assertThat(read("stop", "r", "--reason", " ").reason()).isEqualTo("no reason given");
    }

    @Test
    void theRunMayStandBehindTwoBars() {
        assertThat(read("stop", "--reason", "x", "--", "-odd-run").target())
                .isEqualTo(new StopTarget.OneRun("-odd-run", Optional.empty(), Optional.empty()));
    }

    @Test
    void readsStopsOfManyRuns() {
        assertThat(read("stop", "--label", "team=payments").target())
                .isEqualTo(new StopTarget.Labelled("team=payments"));
        assertThat(read("stop", "--all").target()).isEqualTo(new StopTarget.Everything(false));
        assertThat(read("stop", "--all", "--freeze").target())
                .isEqualTo(new StopTarget.Everything(true));
    }

    @Test
    void helpIsNoStop() {
        assertThat(StopArguments.read(new String[] {"stop", "r", "--help"}, 0)).isEmpty();
        assertThat(StopArguments.read(new String[] {"stop", "-h"}, 0)).isEmpty();
    }

    @Test
    void theBodyIsWhatTheInterfaceTakes() {
        assertThat(read("stop", "r", "--operation", "o", "--reason", "x", "--settle-timeout", "5m")
                        .body()
                        .toJson())
                .isEqualTo("{\"reason\":\"x\",\"selector\":{\"operation\":\"o\"},"
                        + "\"settle_timeout\":\"5m\"}");
        assertThat(read("stop", "--all", "--freeze", "--reason", "x").body().toJson())
                .isEqualTo("{\"reason\":\"x\",\"all\":true,\"freeze\":true}");
        assertThat(read("stop", "--label", "a=b", "--reason", "x").body().toJson())
                .isEqualTo("{\"reason\":\"x\",\"label\":\"a=b\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "stop | name a run, or --label K=V, or --all",
                "stop r --all | name one of a run, --label and --all, not several",
                "stop --label a=b --all | name one of a run, --label and --all, not several",
                "stop r --freeze | --freeze goes with --all",
                "stop --all --tool x | --operation and --tool narrow the stop of one run",
                "stop r --tool x --operation y | name --operation or --tool, not both",
                "stop --label a | --label: expected K=V, found 'a'",
                "stop r wrong commit | one run at a time, found 'r' and 'wrong'",
                "stop r --resaon x | unknown option '--resaon'; did you mean '--reason'?",
                "stop r --reason | --reason needs a value: --reason TEXT",
                "stop r --reason --wait | --reason needs a value: --reason TEXT",
                "stop r --wait=yes | --wait takes no value, found 'yes'",
                "stop r --quiet-period 5 | --quiet-period: '5' is not a duration",
                "stop r --settle-timeout 2d | --settle-timeout: at most 1d, found '2d'",
                "stop .. | '..' can't be a run id"
            })
    void whatCantBeUnderstoodIsSaidInOneLine(String line, String problem) {
        assertThatThrownBy(() -> read(line.split(" ", -1)))
                .isInstanceOfSatisfying(
                        CommandException.class,
                        failure -> assertThat(failure.exit()).isEqualTo(Exit.USAGE))
                .hasMessageStartingWith("stop: " + problem)
                .hasMessageEndingWith("(see 'quietus stop --help')");
    }
}
