package dev.quietus.execution.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.quietus.execution.unit.Budgets;
import dev.quietus.execution.unit.EndCause;
import dev.quietus.execution.unit.ExecutionUnit;
import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.MembersEnd;
import dev.quietus.execution.unit.OrphanedUnit;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.Rung;
import dev.quietus.execution.unit.TestingUnit;
import dev.quietus.execution.unit.UnitCommand;
import dev.quietus.execution.unit.UnitReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PlainUnitsTest {
    private static final Budgets SHORT = Budgets.USUAL.grace(Duration.ofMillis(500));
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private PlainUnits system;

    @BeforeEach
    void open() {
        assumeThat(Path.of("/bin/sh")).as("a shell").exists();
        system = PlainUnits.open("native access is off");
    }

    private TestingUnit unit() {
        return new TestingUnit(folder).on(system).within(SHORT).bare().with("HERE", "yes");
    }

    @Test
    void tellsTheExitCodeAndTheWholeOutput() throws Exception {
        UnitReport report = unit().run("echo out; echo err >&2; exit 7");
        assertThat(report.leader()).isEqualTo(new LeaderEnd.Exited(7));
        assertThat(TestingUnit.text(report)).isEqualTo("out\n");
        assertThat(TestingUnit.text(report.error().tail())).isEqualTo("err\n");
        assertThat(report.outputComplete()).isEqualTo(Handles.PROC);
        assertThat(report.rung()).isEqualTo(Rung.TREE);
        assertThat(report.members().confirmed()).isFalse();
        assertThat(report.members().left()).isEmpty();
    }

    @Test
    void doesNotTellAnExitFromASignal() throws Exception {
        LeaderEnd exit = unit().run("exit 143").leader();
        LeaderEnd signal = unit().run("kill -TERM $$").leader();
        assertThat(exit).isInstanceOf(LeaderEnd.NotSeen.class).isEqualTo(signal);
        assertThat(exit.toString()).contains("exit value 143");
        assertThat(unit().run("exit 128").leader()).isEqualTo(new LeaderEnd.Exited(128));
    }

    @Test
    void runsNoInstructionBeforeTheGateIsOpened() throws Exception {
        Path effect = folder.resolve("effect");
        try (ExecutionUnit unit = unit().prepare("echo done > effect; cat")) {
            await().during(Duration.ofMillis(300)).until(() -> Files.notExists(effect));
            unit.open();
            unit.input().write("what follows the gate\n".getBytes(StandardCharsets.UTF_8));
            unit.input().close();
            UnitReport report = unit.await(LONG).orElseThrow();
            assertThat(effect).exists();
            assertThat(TestingUnit.text(report)).isEqualTo("what follows the gate\n");
        }
    }

    @Test
    void neverRunsACommandThatWasAbandoned() throws Exception {
        ProcessKey leader;
        try (ExecutionUnit unit = unit().prepare("echo done > effect")) {
            leader = unit.name().leader();
            assertThat(system.lives(leader)).isTrue();
        }
        assertThat(system.lives(leader)).isFalse();
        assertThat(folder.resolve("effect")).doesNotExist();
    }

    @Test
    void keepsWhatIsWrittenAfterTheRequestToEnd() throws Exception {
        String script =
                "trap 'echo last words; exit 3' TERM; echo > ready; while :; do sleep 0.1; done";
        UnitReport report = unit().cancelWhenReady(script);
        assertThat(TestingUnit.text(report)).isEqualTo("last words\n");
        assertThat(report.leader()).isEqualTo(new LeaderEnd.Exited(3));
        assertThat(report.cause()).isEqualTo(new EndCause.StopRequested("test"));
    }

    @Test
    void killsWhoeverDoesNotGo() throws Exception {
        UnitReport report = unit().cancelWhenReady(
                        "trap '' TERM; sleep 60 & echo > ready; while :; do sleep 0.1; done");
        assertThat(report.members().forced()).isTrue();
        assertThat(report.members().left()).isEmpty();
        assertThat(report.members().seen()).isGreaterThanOrEqualTo(2);
        assertThat(report.leader().toString()).contains("exit value 137");
    }

    /** It has another parent and another session, and is found by its mark only. */
    @Test
    void endsADaemonAndYetClaimsNothing() throws Exception {
        assumeThat(Handles.PROC).as("/proc").isTrue();
        assumeThat(Path.of("/usr/bin/setsid")).exists();
        UnitReport report = unit().run("(setsid sh -c 'echo $$ > daemon; exec sleep 60' &) ; "
                + "until [ -s daemon ]; do sleep 0.05; done");
        long daemon = Long.parseLong(Files.readString(folder.resolve("daemon")).strip());
        assertThat(report.leader()).isEqualTo(new LeaderEnd.Exited(0));
        assertThat(report.members().asked()).isPositive();
        assertThat(alive(daemon)).isFalse();
        assertThat(report.members().confirmed()).isFalse();
        assertThat(report.members().proof()).contains("does not show who has left it");
    }

    /** Neither parent, session nor mark leads to it: nobody is seen, and nothing is claimed. */
    @Test
    void claimsNothingWhereSomebodyHasLeft() throws Exception {
        assumeThat(Path.of("/usr/bin/setsid")).exists();
        UnitReport report = unit().run("(env -i /usr/bin/setsid /bin/sh -c 'echo $$ > left;"
                + " exec sleep 60' >/dev/null 2>&1 </dev/null &); "
                + "until [ -s left ]; do sleep 0.05; done");
        long left = Long.parseLong(Files.readString(folder.resolve("left")).strip());
        try {
            assertThat(report.members().confirmed()).isFalse();
        } finally {
            ProcessHandle.of(left).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void doesNotCallOutputCompleteThatSomebodyStillMayWrite() throws Exception {
        assumeThat(Handles.PROC).as("/proc").isTrue();
        assumeThat(Path.of("/usr/bin/setsid")).exists();
        UnitReport report = unit().run("(env -i /usr/bin/setsid /bin/sh -c 'echo $$ > left;"
                + " exec sleep 60' &); until [ -s left ]; do sleep 0.05; done; echo said");
        long left = Long.parseLong(Files.readString(folder.resolve("left")).strip());
        try {
            assertThat(TestingUnit.text(report)).isEqualTo("said\n");
            assertThat(report.output().complete()).isFalse();
        } finally {
            ProcessHandle.of(left).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void givesTheCommandItsOwnEnvironmentAndFolder() throws Exception {
        UnitReport report = unit().run("pwd -P; env | cut -d= -f1 | sort -u | tr '\\n' ' '");
        List<String> lines = TestingUnit.text(report).lines().toList();
        assertThat(lines.getFirst()).isEqualTo(folder.toRealPath().toString());
        assertThat(lines.getLast().split(" "))
                .contains("HERE", "PATH", "QUIETUS_UNIT")
                // What a shell sets for itself.
                .isSubsetOf("HERE", "PATH", "QUIETUS_UNIT", "PWD", "OLDPWD", "SHLVL", "_");
    }

    @Test
    void refusesACommandInAFolderThatIsNotThere() {
        UnitCommand command = new UnitCommand(List.of("true"), folder.resolve("gone"), Map.of());
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> system.start(command, "0000000000000000"))
                .isInstanceOf(IOException.class);
    }

    @Test
    void findsAndEndsAUnitWhoseSupervisorIsGone() throws Exception {
        Path ready = folder.resolve("ready");
        try (ExecutionUnit unit = unit().prepare("echo > ready; sleep 60 & wait")) {
            unit.open();
            await().until(() -> Files.exists(ready));
            assertThat(system.find(unit.name(), Optional.empty()).look().conclusive())
                    .isFalse();
            MembersEnd end =
                    OrphanedUnit.end(system, unit.name(), Optional.empty(), SHORT, step -> {});
            assertThat(end.left()).isEmpty();
            assertThat(end.seen()).isEqualTo(2);
            assertThat(end.confirmed()).isFalse();
            assertThat(system.lives(unit.name().leader())).isFalse();
        }
    }

    private static boolean alive(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(Handles::key)
                .flatMap(Handles::living)
                .isPresent();
    }
}
