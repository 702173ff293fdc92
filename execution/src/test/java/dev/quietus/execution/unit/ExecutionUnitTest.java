package dev.quietus.execution.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quietus.execution.Units;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What a unit does with real commands on Linux. */
@EnabledOnOs(OS.LINUX)
@Isolated("counts what this process has open")
final class ExecutionUnitTest {
    private static final EndCause STOP = new EndCause.StopRequested("wrong commit");

    @TempDir
    Path folder = Path.of("");

    private TestingUnit unit() {
        return new TestingUnit(folder);
    }

    private void awaitFile(String name) {
        await().atMost(Duration.ofSeconds(10)).until(() -> Files.exists(folder.resolve(name)));
    }

    @Test
    void tellsTheExitCodeAndTheOutputOfACommand() throws Exception {
        UnitReport report = unit().run("echo out; echo err >&2; exit 7");
        assertThat(report.leader()).isEqualTo(new LeaderEnd.Exited(7));
        assertThat(report.cause()).isEqualTo(new EndCause.OwnEnd());
        assertThat(TestingUnit.text(report)).isEqualTo("out\n");
        assertThat(report.error().tail()).isEqualTo(StandardCharsets.UTF_8.encode("err\n"));
        assertThat(report.outputComplete()).isTrue();
        assertThat(report.members().confirmed()).isTrue();
        assertThat(report.members().seen()).isZero();
    }

    @Test
    void runsInItsFolderWithItsEnvironmentAndNothingOfOurOwnOpen() throws Exception {
        try (var open = Files.newByteChannel(Files.createFile(folder.resolve("open")))) {
            assertThat(open.isOpen()).isTrue();
            UnitReport report = unit().with("GREETING", "good day\u00e9")
                    .run("pwd; echo \"$GREETING\"; ls /proc/$$/fd; ps -o sid= -p $$; echo $$");
            List<String> lines =
                    TestingUnit.text(report).lines().map(String::strip).toList();
            assertThat(lines.getFirst()).isEqualTo(folder.toRealPath().toString());
            assertThat(lines.get(1)).isEqualTo("good day\u00e9");
            assertThat(lines.subList(2, 5)).containsExactly("0", "1", "2");
            assertThat(lines.get(5)).as("its session").isEqualTo(lines.get(6));
            assertThat(lines).hasSize(7);
        }
    }

    @Test
    void runsNothingBeforeTheGateIsOpened() throws Exception {
        Path mark = folder.resolve("ran");
        try (ExecutionUnit unit = unit().prepare("touch ran")) {
            assertThat(unit.name().leader().pid()).isPositive();
            assertThat(mark).doesNotExist();
            assertThat(unit.open()).isTrue();
            assertThat(unit.await(Duration.ofSeconds(10))).isPresent();
            assertThat(mark).exists();
        }
    }

    @Test
    void neverRunsWhatWasStoppedBeforeTheGateWasOpened() throws Exception {
        ExecutionUnit unit = unit().prepare("touch ran");
        assertThat(unit.cancel(STOP)).isTrue();
        assertThat(unit.open()).isFalse();
        long leader = unit.name().leader().pid();
        unit.close();
        assertThat(folder.resolve("ran")).doesNotExist();
        assertThat(ProcessHandle.of(leader)).isEmpty();
    }

    @Test
    void givesATrapTimeToCleanUpAndKeepsItsExitCode() throws Exception {
        try (ExecutionUnit unit = unit().within(TestingUnit.SHORT.grace(Duration.ofSeconds(10)))
                .start("trap 'sleep 0.3; rm lock; echo x >> traps; exit 7' TERM; touch lock;"
                        + " while :; do sleep 0.05; done")) {
            awaitFile("lock");
            assertThat(unit.cancel(STOP)).isTrue();
            assertThat(unit.cancel(new EndCause.StopRequested("again"))).isFalse();
            UnitReport report = unit.await(Duration.ofSeconds(20)).orElseThrow();
            assertThat(report.leader()).isEqualTo(new LeaderEnd.Exited(7));
            assertThat(report.cause()).isEqualTo(STOP);
            assertThat(report.members().forced()).isFalse();
            assertThat(folder.resolve("lock")).doesNotExist();
            assertThat(folder.resolve("traps")).hasContent("x");
        }
    }

    @Test
    void killsWhatIgnoresTheRequestAndSaysSo() throws Exception {
        List<Step.Kind> steps = Collections.synchronizedList(new ArrayList<>());
        UnitWatch watch = new UnitWatch() {
            @Override
            public void step(Step step) {
                steps.add(step.kind());
            }
        };
        try (ExecutionUnit unit = unit().watched(watch)
                .start("trap '' TERM; touch up; while :; do sleep 0.05; done")) {
            awaitFile("up");
            unit.cancel(STOP);
            UnitReport report = unit.await(Duration.ofSeconds(20)).orElseThrow();
            assertThat(report.leader()).isEqualTo(new LeaderEnd.Killed(9, false));
            assertThat(report.members().forced()).isTrue();
            assertThat(report.members().confirmed()).isTrue();
            assertThat(steps)
                    .containsExactly(
                            Step.Kind.DOOR_CLOSED,
                            Step.Kind.NOTED,
                            Step.Kind.TERMINATE_REQUESTED,
                            Step.Kind.GRACE_OVER,
                            Step.Kind.KILLED,
                            Step.Kind.MEMBERS_ENDED,
                            Step.Kind.OUTPUT_DRAINED);
        }
    }

    @Test
    void endsACommandThatRunsForTooLong() throws Exception {
        Duration limit = Duration.ofMillis(300);
        UnitReport report = unit().within(TestingUnit.SHORT.timeout(Optional.of(limit)))
                .run("setsid sleep 60 & exec sleep 60");
        assertThat(report.cause()).isEqualTo(new EndCause.TimedOut(limit));
        assertThat(report.leader()).isEqualTo(new LeaderEnd.Killed(15, false));
        assertThat(report.members().confirmed()).isTrue();
    }

    @Test
    void waitsForNobodyWhoDoesNotNoteTheEnd() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        UnitWatch stuck = new UnitWatch() {
            @Override
            public void ending(UnitName unit, EndCause cause, List<Member> living) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        Budgets impatient = new Budgets(
                Duration.ofMillis(500),
                Duration.ofSeconds(5),
                Duration.ofMillis(300),
                Duration.ofMillis(50),
                Optional.empty());
        try (ExecutionUnit unit =
                unit().watched(stuck).within(impatient).start("touch up; exec sleep 60")) {
            awaitFile("up");
            unit.cancel(STOP);
            UnitReport report = unit.await(Duration.ofSeconds(20)).orElseThrow();
            assertThat(report.members().confirmed()).isTrue();
            assertThat(report.steps().get(1).detail()).isEqualTo("not noted in time; it goes on");
        } finally {
            never.countDown();
        }
    }

    @Test
    void endsWhatACommandLeavesBehindAtItsNormalEnd() throws Exception {
        UnitReport report = unit().run("sleep 60 & setsid sleep 60 & exit 0");
        assertThat(report.leader()).isEqualTo(new LeaderEnd.Exited(0));
        assertThat(report.members().seen()).isEqualTo(2);
        assertThat(report.members().asked()).isEqualTo(2);
        assertThat(report.members().confirmed()).isTrue();
    }

    @Test
    void keepsTwoUnitsOfOneProcessApart() throws Exception {
        try (ExecutionUnit one = unit().held(Units.Wish.WITHOUT_CGROUP)
                        .start("(setsid sh -c 'touch one; exec sleep 60' &); exec sleep 60");
                ExecutionUnit other = unit().held(Units.Wish.WITHOUT_CGROUP)
                        .start("(setsid sh -c 'touch other; exec sleep 60' &); exec sleep 60")) {
            awaitFile("one");
            awaitFile("other");
            one.cancel(STOP);
            UnitReport first = one.await(Duration.ofSeconds(20)).orElseThrow();
            assertThat(first.members().confirmed()).isTrue();
            assertThat(first.members().seen()).isEqualTo(2);
            assertThat(ProcessHandle.of(other.name().leader().pid()))
                    .hasValueSatisfying(leader -> assertThat(leader.isAlive()).isTrue());
            other.cancel(STOP);
            UnitReport second = other.await(Duration.ofSeconds(20)).orElseThrow();
            assertThat(second.members().seen()).isEqualTo(2);
            assertThat(second.members().confirmed()).isTrue();
        }
    }

    @Test
    void leavesProcessesOfOthersAlone() throws Exception {
        Process bystander = new ProcessBuilder("sh", "-c", "read line; exit 42").start();
        for (int i = 0; i < 20; i++) {
            unit().run("(setsid true &); true");
        }
        assertThat(bystander.isAlive()).isTrue();
        bystander.getOutputStream().close();
        assertThat(bystander.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(bystander.exitValue()).isEqualTo(42);
    }

    @Test
    void namesWhoHoldsAPipeAndWaitsNoLongerThanItMay() throws Exception {
        try (ExecutionUnit unit = unit().start("echo early; touch up; exec sleep 60")) {
            awaitFile("up");
            long leader = unit.name().leader().pid();
            Process holder = new ProcessBuilder(
                            "sh", "-c", "exec 9>/proc/" + leader + "/fd/1; echo has; exec sleep 60")
                    .start();
            try {
                assertThat(holder.inputReader().readLine()).isEqualTo("has");
                unit.cancel(STOP);
                UnitReport report = unit.await(Duration.ofSeconds(20)).orElseThrow();
                assertThat(report.members().confirmed()).isTrue();
                assertThat(report.outputComplete()).isFalse();
                assertThat(TestingUnit.text(report)).isEqualTo("early\n");
                assertThat(report.output().holders())
                        .extracting(member -> member.key().pid())
                        .containsExactly(holder.pid());
                assertThat(report.output().holders().getFirst().command()).isEqualTo("sleep 60");
                assertThat(UnitText.output(report))
                        .isEqualTo("output incomplete, 1 line so far, its pipe was still held by "
                                + holder.pid() + " sleep 60");
            } finally {
                holder.destroyForcibly();
            }
        }
    }

    @Test
    void handsInputOnAndEndsIt() throws Exception {
        try (ExecutionUnit unit = unit().start("cat; echo over")) {
            unit.input().write("some input\n".getBytes(StandardCharsets.UTF_8));
            unit.input().close();
            UnitReport report = unit.await(Duration.ofSeconds(10)).orElseThrow();
            assertThat(TestingUnit.text(report)).isEqualTo("some input\nover\n");
        }
    }

    @Test
    void leavesNothingOfItsOwnBehindAfterManyUnits() throws Exception {
        unit().run("true");
        long threads = Thread.getAllStackTraces().size();
        long files = open();
        for (int i = 0; i < 50; i++) {
            unit().run("sleep 60 & exit 0");
        }
        await().atMost(Duration.ofSeconds(10))
                .until(() -> Thread.getAllStackTraces().size() <= threads + 2);
        assertThat(open()).isLessThanOrEqualTo(files + 2);
    }

    private static long open() throws IOException {
        try (var files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }
}
