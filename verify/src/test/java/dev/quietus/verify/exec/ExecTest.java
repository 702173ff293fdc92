package dev.quietus.verify.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.RunRegistration;
import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import dev.quietus.execution.Units;
import dev.quietus.execution.unit.Rung;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Local commands under a run, from the question whether they may start to what is recorded. */
@EnabledOnOs(OS.LINUX)
final class ExecTest {
    /** Ignores the request to end, and leaves a child in a session of its own without a mark. */
    private static final String STUBBORN = "trap '' TERM; env -i setsid sh -c 'trap \"\" TERM;"
            + " while :; do echo x >> beat; sleep 0.05; done' & touch up;"
            + " while :; do sleep 0.05; done";

    @TempDir
    Path folder = Path.of("");

    private Path xdg = Path.of("");
    private Path work = Path.of("");
    private ServerProcess server;
    private RunAuthority run;
    private final List<ExecProcess> started = new ArrayList<>();

    @BeforeEach
    void begins() throws IOException {
        server = ServerProcess.start(folder, Optional.empty());
        xdg = Files.createDirectories(folder.resolve("xdg"));
        Files.createSymbolicLink(xdg.resolve("quietus"), server.directory());
        work = Files.createDirectories(folder.resolve("work"));
        run = server.run("r");
    }

    @AfterEach
    void ends() {
        started.forEach(ExecProcess::close);
        server.close();
    }

    private ExecProcess.Place place(String token) {
        return new ExecProcess.Place(server, work, xdg, token, Map.of());
    }

    private ExecProcess exec(String... arguments) {
        ExecProcess process = ExecProcess.start(
                place(RunningQuietus.leaseToken(run)),
                Stream.concat(Stream.of("--run", "r"), Stream.of(arguments))
                        .toList());
        started.add(process);
        return process;
    }

    private ExecProcess shell(String operation, String effects, String script) {
        return exec(
                "--operation",
                operation,
                "--effects",
                effects,
                "--grace",
                "500ms",
                "--",
                "sh",
                "-c",
                script);
    }

    private JsonObject finished(String operation) {
        List<JsonObject> events = new ArrayList<>(server.events("r", "operation_finished"));
        events.addAll(server.events("r", "late_result"));
        return events.stream()
                .filter(event -> event.string("operation_id").equals(operation))
                .findFirst()
                .orElseThrow()
                .object("data");
    }

    private void nothingMovesAnyMore() throws Exception {
        long size = Files.size(work.resolve("beat"));
        // Twice as long as it sleeps between two steps.
        Process pause = new ProcessBuilder("sleep", "0.15").start();
        pause.waitFor();
        assertThat(Files.size(work.resolve("beat"))).isEqualTo(size);
    }

    @Test
    void recordsWhatACommandDidAndPassesItsWordsOn() throws Exception {
        ExecProcess exec = shell("build", "none", "echo hello; echo oh >&2; exit 7");
        assertThat(exec.exit()).isEqualTo(7);
        assertThat(exec.out()).isEqualTo("hello\n");
        assertThat(exec.err()).isEqualTo("oh\n");
        JsonObject shown = server.operation("r", "build");
        assertThat(shown.string("state")).isEqualTo("failed");
        assertThat(shown.string("kind")).isEqualTo("local_command");
        assertThat(shown.string("tool")).isEqualTo("exec.sh");
        assertThat(UnitName.parse(shown.string("worker"))).isPresent();
        assertThat(shown.string("output_digest"))
                .isEqualTo(
                        "sha256:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03");
        assertThat(finished("build").string("detail"))
                .startsWith("exited with 7 after ")
                .contains("; nothing left behind (", "; output complete, 2 lines; held by ");
    }

    @Test
    void tellsTheCommandItsRunAndNeverAnOperatorsToken() throws Exception {
        ExecProcess exec = ExecProcess.start(
                place(server.operatorToken()),
                List.of(
                        "--run",
                        "r",
                        "--operation",
                        "env",
                        "--",
                        "sh",
                        "-c",
                        "echo $QUIETUS_RUN $QUIETUS_OPERATION $QUIETUS_URL [$QUIETUS_TOKEN]"));
        started.add(exec);
        assertThat(exec.exit()).isZero();
        assertThat(exec.out()).isEqualTo("r env " + server.url() + " []\n");
    }

    @Test
    void neverCarriesAnOperationOutTwice() throws Exception {
        assertThat(shell("once", "none", "echo x >> ran").exit()).isZero();
        ExecProcess again = shell("once", "none", "echo x >> ran");
        assertThat(again.exit()).isZero();
        assertThat(again.err()).contains("nothing was run", "succeeded");
        assertThat(work.resolve("ran")).hasContent("x");
        assertThat(shell("once", "none", "echo y >> ran").exit()).isEqualTo(1);
        assertThat(work.resolve("ran")).hasContent("x");
    }

    @Test
    void runsNothingThatTheRunMayNotDo() throws Exception {
        run = server.operator()
                .quietus()
                .registerRun(RunRegistration.builder()
                        .runId("narrow")
                        .owner("team")
                        .capability("exec.make")
                        .validUntil(Instant.now().plus(1, ChronoUnit.HOURS))
                        .build());
        ExecProcess exec = ExecProcess.start(
                place(RunningQuietus.leaseToken(run)),
                List.of("--run", "narrow", "--", "touch", "ran"));
        started.add(exec);
        assertThat(exec.exit()).isEqualTo(4);
        assertThat(exec.err()).contains("deny_capability");
        assertThat(work.resolve("ran")).doesNotExist();
    }

    @Test
    void recordsAndRunsNothingForAProgramThatIsNotThere() throws Exception {
        ExecProcess exec = exec("--operation", "none", "--", "no-such-program");
        assertThat(exec.exit()).isEqualTo(127);
        assertThat(server.events("r", "operation_accepted")).isEmpty();
    }

    @Test
    void endsWithItsRunAndLeavesNothing() throws Exception {
        ExecProcess exec = shell("build", "none", STUBBORN);
        ExecProcess.awaitFile(work.resolve("up"));
        String barrier = server.stop("r").string("barrier_id");
        assertThat(exec.exit()).isEqualTo(75);
        nothingMovesAnyMore();
        assertThat(exec.err())
                .contains("stop requested (wrong commit) · SIGTERM to ")
                .contains("SIGKILL to ")
                .contains("ended   leader killed by SIGKILL after ");
        assertThat(server.awaitOperation("r", "build", "cancelled_during_execution")
                        .string("error"))
                .isEqualTo("stopped (wrong commit): killed by SIGKILL");
        server.awaitBarrier(barrier, "certified");
        assertThat(server.receipt("r").string("decision")).isEqualTo("stopped_and_quiet");
        assertThat(xdg.resolve("quietus/units").toFile().list((_, name) -> name.endsWith(".unit")))
                .isEmpty();
    }

    @Test
    void leavesTheEffectOfAStoppedCommandUnknownWhereNobodyCanSeeIt() throws Exception {
        ExecProcess exec = shell("deploy", "expected", "touch up; exec sleep 60");
        ExecProcess.awaitFile(work.resolve("up"));
        server.stop("r");
        assertThat(exec.exit()).isEqualTo(75);
        assertThat(server.awaitReceipt("r").string("decision")).isEqualTo("stop_incomplete");
        assertThat(server.operation("r", "deploy").string("effect")).isEqualTo("unknown");
    }

    @Test
    void hearsOfAStopOfItsOperationAlone() throws Exception {
        ExecProcess one = shell("one", "none", "touch one; exec sleep 60");
        ExecProcess other = shell(
                "other",
                "none",
                "touch other; while [ ! -e go ]; do sleep 0.05;" + " done; exit 3");
        ExecProcess.awaitFile(work.resolve("one"));
        ExecProcess.awaitFile(work.resolve("other"));
        server.operator().quietus().stop("r", StopRequest.because("only this").ofOperation("one"));
        assertThat(one.exit()).isEqualTo(75);
        assertThat(other.alive()).isTrue();
        Files.createFile(work.resolve("go"));
        assertThat(other.exit()).isEqualTo(3);
    }

    @Test
    void endsTheSameWayWhenItIsAskedToEndItself() throws Exception {
        ExecProcess exec = shell("build", "none", STUBBORN);
        ExecProcess.awaitFile(work.resolve("up"));
        exec.terminate();
        exec.exit();
        nothingMovesAnyMore();
        assertThat(server.operation("r", "build").string("state"))
                .isEqualTo("cancelled_during_execution");
        assertThat(finished("build").string("error")).startsWith("interrupted (");
    }

    @Test
    void endsACommandThatRunsForTooLongWithoutCallingItCancelled() throws Exception {
        ExecProcess exec = exec(
                "--operation",
                "slow",
                "--effects",
                "none",
                "--timeout",
                "300ms",
                "--",
                "sleep",
                "60");
        assertThat(exec.exit()).isEqualTo(124);
        JsonObject shown = server.operation("r", "slow");
        assertThat(shown.string("state")).isEqualTo("failed");
        assertThat(shown.string("error")).isEqualTo("timed out after 300 ms: killed by SIGTERM");
    }

    @Test
    void keepsARealResultThatComesWhileItIsStopped() throws Exception {
        ExecProcess exec = shell(
                "race",
                "none",
                "trap 'echo committed; exit 0' TERM; touch up;" + " while :; do sleep 0.05; done");
        ExecProcess.awaitFile(work.resolve("up"));
        server.stop("r");
        assertThat(exec.exit()).isZero();
        assertThat(exec.out()).isEqualTo("committed\n");
        assertThat(server.operation("r", "race").string("state")).isEqualTo("succeeded");
    }

    @Test
    void isTakenOverByTheServerWhenItIsKilled() throws Exception {
        ExecProcess exec = shell("build", "none", STUBBORN);
        ExecProcess.awaitFile(work.resolve("up"));
        exec.kill();
        if (Units.open(Units.Wish.STRONGEST).rung() == Rung.CGROUP) {
            JsonObject shown = server.awaitOperation("r", "build", "failed");
            assertThat(shown.string("error")).isEqualTo("its supervisor died");
            assertThat(finished("build").string("detail")).contains("gone (cgroup)");
            nothingMovesAnyMore();
        }
    }

    @Test
    void isTakenOverByAServerThatStartsLater() throws Exception {
        ExecProcess exec = shell("build", "none", STUBBORN);
        ExecProcess.awaitFile(work.resolve("up"));
        server.kill();
        exec.kill();
        server.restart();
        if (Units.open(Units.Wish.STRONGEST).rung() == Rung.CGROUP) {
            server.awaitOperation("r", "build", "failed");
            nothingMovesAnyMore();
        }
    }

    @Test
    void losesNoResultWhenTheServerIsAwayAtItsEnd() throws Exception {
        ExecProcess exec = shell(
                "build", "none", "touch up; while [ ! -e go ]; do sleep 0.05;" + " done; exit 3");
        ExecProcess.awaitFile(work.resolve("up"));
        server.kill();
        Files.createFile(work.resolve("go"));
        assertThat(exec.exit()).isEqualTo(7);
        assertThat(exec.err()).contains("the command has ended (failed), and that is NOT recorded");
        server.restart();
        JsonObject shown = server.awaitOperation("r", "build", "failed");
        assertThat(shown.string("error")).isEqualTo("exited with 3");
    }

    @Test
    void saysWhichTrackedFilesItChangedAndSettlesByThat() throws Exception {
        Path tracked = Files.createDirectories(folder.resolve("tracked"));
        Files.writeString(tracked.resolve("kept"), "as it was");
        Files.writeString(tracked.resolve("old"), "before");
        String track = tracked.toString();
        ExecProcess changes = exec(
                "--operation",
                "edit",
                "--effects",
                "files",
                "--track",
                track,
                "--",
                "sh",
                "-c",
                "echo after > " + track + "/old; echo new > " + track + "/new");
        assertThat(changes.exit()).isZero();
        assertThat(changes.err()).contains("created 1 path, changed 1, ", "quietus undo r/edit");
        ExecProcess nothing = exec(
                "--operation",
                "look",
                "--effects",
                "files",
                "--track",
                track,
                "--",
                "cat",
                track + "/old");
        assertThat(nothing.exit()).isZero();
        assertThat(server.operation("r", "edit").string("reported_effect")).isEqualTo("present");
        assertThat(server.operation("r", "look").string("reported_effect")).isEqualTo("absent");
        String barrier = server.stop("r").string("barrier_id");
        server.awaitBarrier(barrier, "certified");
        assertThat(server.operation("r", "edit").string("effect")).isEqualTo("verified_present");
        assertThat(server.operation("r", "look").string("effect")).isEqualTo("verified_absent");
        assertThat(server.receipt("r").string("decision")).isEqualTo("stopped_and_quiet");
    }

    @Test
    void doesNotCallACommandCarriedOutThatWasStoppedHalfWay() throws Exception {
        Path tracked = Files.createDirectories(folder.resolve("half"));
        ExecProcess exec = exec(
                "--operation", "edit", "--effects", "files", "--track", tracked.toString(), "--",
                "sh", "-c", "echo one > " + tracked + "/one; touch up; exec sleep 60");
        ExecProcess.awaitFile(work.resolve("up"));
        server.stop("r");
        assertThat(exec.exit()).isEqualTo(75);
        server.awaitReceipt("r");
        JsonObject shown = server.operation("r", "edit");
        assertThat(shown.string("state")).isEqualTo("cancelled_during_execution");
        assertThat(shown.string("effect")).isEqualTo("verified_present");
    }
}
