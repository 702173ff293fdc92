package dev.quietus.verify.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.exec.Leftovers;
import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import dev.quietus.execution.Takeover;
import dev.quietus.execution.Units;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.UnitJournal;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitSystem;
import dev.quietus.verify.server.Caller;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.TestingQuietus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the next command on a machine does about a unit whose supervisor died, where the server is
 * on another machine and can't.
 */
@EnabledOnOs(OS.LINUX)
final class LeftoversTest {
    private static final String HOST = "elsewhere";

    /** Of another start of the machine, so that nothing of it can live. */
    private static final String BEFORE = "before.1";

    @TempDir
    Path folder = Path.of("");

    private final UnitSystem system = Units.open(Units.Wish.STRONGEST);
    private final List<String> said = new ArrayList<>();
    private TestingQuietus quietus;
    private RunAuthority run;
    private RunAuthority subagent;
    private UnitName unit = named(BEFORE);

    @BeforeEach
    void begins() {
        quietus = TestingQuietus.start(folder.resolve("server"), Optional.empty());
        run = quietus.run("run-left");
        subagent = quietus.child("run-left-1", run);
    }

    private void unitIn(String space) {
        unit = named(space);
        begin(run, "agent", unit.toString());
        begin(run, "model-1", unit.besideSupervisor() + "run");
        begin(subagent, "shell-1", unit.besideSupervisor() + "run");
        begin(run, "other", "beside:" + HOST + ":another");
    }

    private static UnitName named(String space) {
        return new UnitName(
                HOST, space, new ProcessKey(8, 1), new ProcessKey(7, 1), "0123456789abcdef");
    }

    @AfterEach
    void ends() {
        quietus.close();
    }

    private void begin(RunAuthority authority, String operation, String worker) {
        BeginAnswer answer = quietus.agent(authority)
                .quietus()
                .begin(BeginRequest.accepting(
                        RunningQuietus.work(authority, operation, "tool")
                                .effects(ExpectedEffects.NONE)
                                .build(),
                        authority,
                        worker));
        assertThat(answer).isInstanceOf(BeginAnswer.Allowed.class);
    }

    private void nextCommandRuns() throws IOException {
        UnitJournal.in(folder)
                .write(new UnitJournal.Entry(
                        unit,
                        quietus.url(),
                        "run-left",
                        "agent",
                        1,
                        Optional.empty(),
                        Duration.ZERO,
                        List.of(),
                        Optional.empty()));
        try (Caller caller = Caller.of(quietus.url(), quietus.operatorToken())) {
            new Leftovers(system, folder, HOST, caller.quietus(), quietus.url(), said::add).end();
        }
    }

    private String ended(String inRun, String operation) {
        JsonObject shown = quietus.operation(inRun, operation);
        return shown.string("state") + ": " + shown.optionalString("error").orElse("");
    }

    @Test
    void givesItAResultAndAllWorkThatItsSupervisorHadLetThrough() throws IOException {
        unitIn(BEFORE);
        nextCommandRuns();
        assertThat(UnitJournal.in(folder).all()).isEmpty();
        assertThat(ended("run-left", "agent")).isEqualTo("failed: its supervisor died");
        assertThat(ended("run-left", "model-1")).isEqualTo("failed: " + Takeover.LET_THROUGH);
        assertThat(ended("run-left-1", "shell-1")).isEqualTo("failed: " + Takeover.LET_THROUGH);
        assertThat(ended("run-left", "other")).isEqualTo("running: ");
    }

    @Test
    void settlesWhatAStopHadGivenUpBefore() throws IOException {
        unitIn(BEFORE);
        quietus.operator()
                .quietus()
                .stop("run-left", StopRequest.because("test").settlingWithin(Duration.ZERO));
        quietus.awaitOperation("run-left", "model-1", "outcome_unknown");
        nextCommandRuns();
        assertThat(ended("run-left", "agent"))
                .isEqualTo("cancelled_during_execution: its supervisor died");
        assertThat(ended("run-left", "model-1"))
                .isEqualTo("cancelled_during_execution: " + Takeover.LET_THROUGH);
        assertThat(ended("run-left-1", "shell-1"))
                .isEqualTo("cancelled_during_execution: " + Takeover.LET_THROUGH);
        assertThat(ended("run-left", "other")).isEqualTo("outcome_unknown: ");
    }

    /** Each command would wait for it anew. */
    @Test
    void looksOnceForWhatCantBeShownToHaveEnded() throws IOException {
        unitIn(system.space());
        nextCommandRuns();
        assertThat(UnitJournal.in(folder).all()).hasSize(1);
        assertThat(UnitJournal.in(folder).triedInVainWithin(unit, Duration.ofMinutes(1)))
                .isTrue();
        assertThat(UnitJournal.in(folder).triedInVainWithin(unit, Duration.ZERO))
                .isFalse();
        assertThat(ended("run-left", "agent")).isEqualTo("running: ");
        assertThat(ended("run-left", "model-1")).isEqualTo("running: ");
    }
}
