package dev.quietus.verify.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.RunRegistration;
import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.exec.ExecProcess;
import dev.quietus.verify.server.LedgerSoundness;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Case 80: a stop in the middle of a batch, and the resumed run carries out all of it again. Proves
 * that what was done keeps its result under its key, what was half done is looked at, what had not
 * begun stays undone until it is asked for anew, and an approval is spent with the work it was for.
 */
@EnabledOnOs(OS.LINUX)
class Case80InterruptedBatchTest {
    private static final String CASE = "80-interrupted-batch-run-again";
    private static final String FIRST = "batch";
    private static final String RESUMED = "batch-resumed";

    @TempDir
    Path folder;

    private final List<ExecProcess> started = new ArrayList<>();
    private List<String> batch = List.of();
    private Path work = Path.of("");
    private Path xdg = Path.of("");
    private ServerProcess server;
    private RunAuthority run;

    @BeforeEach
    void starts() throws IOException {
        batch = CaseInput.of(CASE).array("batch").objects().stream()
                .map(each -> each.string("op"))
                .toList();
        server = ServerProcess.start(folder.resolve("server"), Optional.empty());
        xdg = server.stateHome(folder.resolve("xdg"));
        work = Files.createDirectories(folder.resolve("work"));
        run = server.run(FIRST);
    }

    @AfterEach
    void ends() {
        started.forEach(ExecProcess::close);
        server.close();
    }

    @Test
    void aStoppedBatchIsNotRunAgain() throws Exception {
        ExecProcess half = untilHalfWay();
        JsonObject stopped = server.stop(FIRST);
        assertThat(half.exit()).isEqualTo(75);
        server.awaitBarrier(stopped.string("barrier_id"), "certified");
        assertThat(server.operation(FIRST, batch.get(1)).string("state"))
                .isEqualTo("cancelled_during_execution");
        resumedRunRepeatsNothing();
    }

    @Test
    void aBatchWhoseSupervisorIsKilledIsNotRunAgain() throws Exception {
        assumeThat(LocalScene.provesWithoutSupervisor())
                .as("a control group, by which the end is proven")
                .isTrue();
        ExecProcess half = untilHalfWay();
        half.kill();
        server.awaitOperation(FIRST, batch.get(1), "failed");
        JsonObject stopped = server.stop(FIRST);
        server.awaitBarrier(stopped.string("barrier_id"), "certified");
        resumedRunRepeatsNothing();
    }

    /** The first is done, the second has written, was approved and runs, the third waits. */
    private ExecProcess untilHalfWay() throws Exception {
        assertThat(exec(run, batch.get(0), append("A")).exit()).isZero();
        assertRefused(run, batch.get(1));
        assertThat(server.operation(FIRST, batch.get(1)).string("state"))
                .isEqualTo("awaiting_approval");
        server.operator().quietus().approve(FIRST, batch.get(1));
        server.accept(RunningQuietus.work(run, batch.get(2), "exec.sh"));
        ExecProcess half = approved(run, batch.get(1));
        RunningQuietus.untilTrue("the second has written", () -> log().equals(List.of("A", "B")));
        return half;
    }

    private void assertRefused(RunAuthority under, String operation) throws Exception {
        ExecProcess exec = approved(under, operation);
        assertThat(exec.exit()).as(exec.err()).isEqualTo(4);
        assertThat(exec.err()).contains("deny_not_approved");
    }

    private void resumedRunRepeatsNothing() throws Exception {
        assertThat(server.operation(FIRST, batch.get(0)).string("state")).isEqualTo("succeeded");
        for (String done : batch.subList(0, 2)) {
            JsonObject looked = server.operation(FIRST, done);
            assertThat(looked.string("settled_state")).isEqualTo("completed_and_verified");
        }
        assertThat(server.operation(FIRST, batch.get(2)).string("state"))
                .isEqualTo("cancelled_before_start");
        RunAuthority resumed = server.operator()
                .quietus()
                .registerRun(RunRegistration.builder()
                        .runId(RESUMED)
                        .resumes(FIRST)
                        .capability("*")
                        .validUntil(Instant.now().plus(Duration.ofHours(1)))
                        .build());
        exec(resumed, batch.get(0), append("A")).exit();
        approved(resumed, batch.get(1)).exit();
        assertThat(log()).containsExactly("A", "B");
        assertRefused(resumed, "approved-anew");
        assertThat(log()).containsExactly("A", "B");
        assertThat(exec(resumed, "append-c", append("C")).exit()).isZero();
        assertThat(log()).containsExactly("A", "B", "C");
        LedgerSoundness.check(server);
    }

    private static String append(String line) {
        return "echo " + line + " >> log.txt";
    }

    private static String halfWay() {
        return append("B") + "; while :; do sleep 0.05; done";
    }

    private List<String> log() throws IOException {
        Path log = work.resolve("log.txt");
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    /** The second of the batch, which a person must approve. */
    private ExecProcess approved(RunAuthority under, String operation) {
        return exec(under, operation, halfWay(), "--requires-approval");
    }

    private ExecProcess exec(
            RunAuthority under, String operation, String script, String... options) {
        ExecProcess.Place place = new ExecProcess.Place(
                server, work, xdg, RunningQuietus.leaseToken(under), Map.of());
        List<String> arguments = new ArrayList<>(List.of(
                "--run",
                under.runId(),
                "--operation",
                operation,
                "--effects",
                "files",
                "--track",
                work.toString(),
                "--grace",
                "500ms"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("--", "sh", "-c", script));
        ExecProcess process = ExecProcess.start(place, arguments);
        started.add(process);
        return process;
    }
}
