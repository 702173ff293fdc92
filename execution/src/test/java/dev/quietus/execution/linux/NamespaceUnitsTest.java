package dev.quietus.execution.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.quietus.execution.posix.Kill;
import dev.quietus.execution.unit.Budgets;
import dev.quietus.execution.unit.EndCause;
import dev.quietus.execution.unit.ExecutionUnit;
import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.MembersEnd;
import dev.quietus.execution.unit.OrphanedUnit;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.Rung;
import dev.quietus.execution.unit.TestingUnit;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitReport;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real namespaces; where none can be made, the reason is what the skipped tests say. */
@Timeout(60)
class NamespaceUnitsTest {
    private static final Budgets SHORT = Budgets.USUAL.grace(Duration.ofMillis(500));
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private final NamespaceUnits system = open();

    private static NamespaceUnits open() {
        assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
        try {
            return NamespaceUnits.open();
        } catch (UnsupportedOperationException none) {
            assumeThat(none.getMessage()).as("a pid namespace").isEmpty();
            throw none;
        }
    }

    private TestingUnit unit() {
        return new TestingUnit(folder).on(system).within(SHORT).bare();
    }

    @Test
    void provesTheEndOfEverythingByTheEndOfTheFirstProcess() throws Exception {
        UnitReport report = unit().run("echo out; exit 7");
        assertThat(report.leader()).isEqualTo(new LeaderEnd.Exited(7));
        assertThat(TestingUnit.text(report)).isEqualTo("out\n");
        assertThat(report.outputComplete()).isTrue();
        assertThat(report.rung()).isEqualTo(Rung.PID_NAMESPACE);
        assertThat(report.members().confirmed()).isTrue();
        assertThat(report.members().proof()).isEqualTo("end of the pid namespace's first process");
    }

    @Test
    void numbersItsProcessesFromOne() throws Exception {
        assertThat(TestingUnit.text(unit().run("echo $PPID"))).isEqualTo("1\n");
    }

    /** Kernels before 6.15 do not tell; then it says that it does not know. */
    @Test
    void neverTakesASignalForAnExit() throws Exception {
        LeaderEnd exit = unit().run("exit 143").leader();
        LeaderEnd signal = unit().run("kill -TERM $$").leader();
        if (exit instanceof LeaderEnd.NotSeen) {
            assertThat(signal).isInstanceOf(LeaderEnd.NotSeen.class);
        } else {
            assertThat(exit).isEqualTo(new LeaderEnd.Exited(143));
            assertThat(signal).isEqualTo(new LeaderEnd.Killed(15, false));
        }
    }

    @Test
    void runsNoInstructionBeforeTheGateIsOpened() throws Exception {
        Path effect = folder.resolve("effect");
        try (ExecutionUnit unit = unit().prepare("echo done > effect; cat")) {
            await().during(Duration.ofMillis(300)).until(() -> Files.notExists(effect));
            unit.open();
            unit.input().write("all of it\n".getBytes(StandardCharsets.UTF_8));
            unit.input().close();
            assertThat(TestingUnit.text(unit.await(LONG).orElseThrow())).isEqualTo("all of it\n");
            assertThat(effect).exists();
        }
    }

    @Test
    void neverRunsACommandThatWasAbandoned() throws Exception {
        ProcessKey leader;
        try (ExecutionUnit unit = unit().prepare("echo done > effect")) {
            leader = unit.name().leader();
            assertThat(system.lives(leader)).isTrue();
        }
        assertThat(Proc.stat((int) leader.pid())).isEmpty();
        assertThat(folder.resolve("effect")).doesNotExist();
    }

    /** The command goes at once; what it has started still gets its grace. */
    @Test
    void givesGraceToEverybodyInside() throws Exception {
        String script = "(trap 'sleep 0.2; echo tidied > tidied; exit 0' TERM;"
                + " echo > ready; while :; do sleep 0.05; done) & trap - TERM; wait";
        UnitReport report = unit().cancelWhenReady(script);
        assertThat(folder.resolve("tidied")).exists();
        assertThat(report.members().forced()).isFalse();
        assertThat(report.members().confirmed()).isTrue();
        assertThat(report.cause()).isEqualTo(new EndCause.StopRequested("test"));
    }

    @Test
    void endsADaemonThatDroppedEverything() throws Exception {
        UnitReport report = unit().run("(env -i setsid sh -c 'trap \"\" TERM; echo > left;"
                + " while :; do sleep 0.1; done' >/dev/null 2>&1 </dev/null &);"
                + " until [ -e left ]; do sleep 0.05; done");
        assertThat(report.leader()).isEqualTo(new LeaderEnd.Exited(0));
        assertThat(report.members().asked()).isPositive();
        assertThat(report.members().forced()).isTrue();
        assertThat(report.members().confirmed()).isTrue();
        assertThat(report.members().left()).isEmpty();
    }

    @Test
    void killsWhoeverDoesNotGo() throws Exception {
        UnitReport report =
                unit().cancelWhenReady("trap '' TERM; echo > ready; while :; do sleep 0.1; done");
        assertThat(report.members().forced()).isTrue();
        assertThat(report.members().confirmed()).isTrue();
        assertThat(report.leader())
                .isIn(
                        new LeaderEnd.Killed(9, false),
                        new LeaderEnd.NotSeen("its namespace was ended, and this kernel does not"
                                + " tell more"));
    }

    /** The kernel does it: the first process dies with the one outside. */
    @Test
    void endsWithTheProcessOutside() throws Exception {
        try (ExecutionUnit unit = unit().prepare("echo > ready; sleep 60")) {
            unit.open();
            await().until(() -> Files.exists(folder.resolve("ready")));
            int outside = (int) unit.name().leader().pid();
            ProcessKey first =
                    NamespaceProcesses.firstBelow(outside).map(Proc.Stat::key).orElseThrow();
            assertThat(Kill.process(outside, 9)).isEqualTo(Kill.Answer.SENT);
            UnitReport report = unit.await(LONG).orElseThrow();
            assertThat(report.members().confirmed()).isTrue();
            assertThat(Proc.hasEnded(first)).isTrue();
        }
    }

    @Test
    void provesTheEndOfAUnitWhoseSupervisorIsGone() throws Exception {
        try (ExecutionUnit unit =
                unit().prepare("trap '' TERM; echo > ready; while :; do sleep 0.1; done")) {
            unit.open();
            await().until(() -> Files.exists(folder.resolve("ready")));
            MembersEnd end =
                    OrphanedUnit.end(system, unit.name(), unit.holder(), SHORT, step -> {});
            assertThat(end.confirmed()).isTrue();
            assertThat(end.forced()).isTrue();
            assertThat(end.proof()).isEqualTo("end of the pid namespace's first process");
        }
    }

    /** Nobody is there, and no first process was noted: that proves nothing. */
    @Test
    void doesNotProveTheEndOfAUnitWhoseFirstProcessIsNotKnown() throws Exception {
        UnitName gone = new UnitName(
                "host",
                system.space(),
                new ProcessKey(Integer.MAX_VALUE, 1),
                system.self(),
                UnitName.newMark(new SecureRandom()));
        MembersEnd end = OrphanedUnit.end(
                system,
                gone,
                Optional.empty(),
                new Budgets(
                        Duration.ofMillis(50),
                        Duration.ofMillis(50),
                        Duration.ZERO,
                        Duration.ZERO,
                        Optional.empty()),
                step -> {});
        assertThat(end.confirmed()).isFalse();
    }

    @Test
    void knowsTheFirstProcessOfANamespaceByItsNumbers() {
        assertThat(NamespaceProcesses.namesFirst("Name:\tsh\nNSpid:\t4711\t1\n"))
                .isTrue();
        assertThat(NamespaceProcesses.namesFirst("NSpid:\t4711\t2\n")).isFalse();
        assertThat(NamespaceProcesses.namesFirst("NSpid:\t1\n")).isFalse();
        assertThat(NamespaceProcesses.namesFirst("NSpid:\t4711\t5\t1\n")).isFalse();
        assertThat(NamespaceProcesses.namesFirst("Name:\tNSpid: 4 1\n")).isFalse();
        assertThat(NamespaceProcesses.namesFirst("")).isFalse();
    }

    @Test
    void sitsBesideOtherUnitsOfTheSameProcess() throws Exception {
        LinuxUnits other = LinuxUnits.open(false);
        try (ExecutionUnit inside = unit().prepare("echo > ready; sleep 60")) {
            inside.open();
            await().until(() -> Files.exists(folder.resolve("ready")));
            UnitReport beside = unit().on(other).run("exit 3");
            assertThat(beside.leader()).isEqualTo(new LeaderEnd.Exited(3));
            assertThat(beside.members().confirmed()).isTrue();
            assertThat(system.lives(inside.name().leader())).isTrue();
            inside.cancel(new EndCause.StopRequested("test"));
            assertThat(inside.await(LONG).orElseThrow().members().confirmed()).isTrue();
        }
    }
}
