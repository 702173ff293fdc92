package dev.quietus.execution.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.quietus.execution.OwnJava;
import dev.quietus.execution.Units;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Units whose supervisor is killed outright: another process finds and ends them. */
@EnabledOnOs(OS.LINUX)
final class OrphanedUnitTest {
    @TempDir
    Path folder = Path.of("");

    private final UnitSystem system = Units.open(Units.Wish.STRONGEST);

    /** A supervisor that runs a script and says its unit's name. */
    private Process supervisor(Units.Wish wish, String when, String script) throws Exception {
        return new ProcessBuilder(
                        OwnJava.PROGRAM,
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SupervisorMain.class.getName(),
                        wish.name(),
                        when,
                        folder.toString(),
                        script)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static UnitName name(Process supervisor) throws Exception {
        BufferedReader lines = supervisor.inputReader();
        return UnitName.parse(lines.readLine()).orElseThrow();
    }

    private static void kill(Process supervisor) throws Exception {
        supervisor.destroyForcibly();
        assertThat(supervisor.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    private void awaitFile(String file) {
        await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(folder.resolve(file)));
    }

    private List<Step.Kind> end(UnitName unit, List<MembersEnd> ends) {
        List<Step.Kind> steps = new ArrayList<>();
        ends.add(OrphanedUnit.end(
                system, unit, Optional.empty(), TestingUnit.SHORT, step -> steps.add(step.kind())));
        return steps;
    }

    @Test
    void endsEverythingOfItAndProvesItByItsControlGroup() throws Exception {
        Process supervisor = supervisor(
                Units.Wish.STRONGEST,
                "open",
                "trap '' TERM; env -i setsid sh -c 'trap \"\" TERM; while :; do date >> beat;"
                        + " sleep 0.05; done' & touch up; while :; do sleep 0.05; done");
        UnitName unit = name(supervisor);
        awaitFile("up");
        assertThat(OrphanedUnit.situation(system, "testing", unit))
                .isEqualTo(OrphanedUnit.Situation.SUPERVISED);
        kill(supervisor);
        assertThat(OrphanedUnit.situation(system, "testing", unit))
                .isEqualTo(OrphanedUnit.Situation.ORPHANED);
        List<MembersEnd> ends = new ArrayList<>();
        end(unit, ends);
        boolean grouped = system.rung() == Rung.CGROUP;
        assertThat(ends.getFirst().left()).isEmpty();
        assertThat(ends.getFirst().confirmed()).isEqualTo(grouped);
        if (grouped) {
            long size = Files.size(folder.resolve("beat"));
            assertThat(ends.getFirst().forced()).isTrue();
            end(unit, ends);
            assertThat(Files.size(folder.resolve("beat"))).isEqualTo(size);
        }
    }

    @Test
    void neverClaimsAnEndThatItCouldNotHaveSeen() throws Exception {
        Process supervisor = supervisor(
                Units.Wish.WITHOUT_CGROUP, "open", "touch up; while :; do sleep 0.05; done");
        UnitName unit = name(supervisor);
        awaitFile("up");
        kill(supervisor);
        List<MembersEnd> ends = new ArrayList<>();
        end(unit, ends);
        assertThat(ends.getFirst().left()).isEmpty();
        assertThat(ends.getFirst().confirmed()).isFalse();
        assertThat(ends.getFirst().proof()).contains("can't be found");
        assertThat(system.lives(unit.leader())).isFalse();
    }

    /** It is found by its note, whichever way the one that finds it starts units itself. */
    @Test
    void provesTheEndOfAProcessNamespaceByItsFirstProcess() throws Exception {
        try {
            assertThat(Units.open(Units.Wish.PID_NAMESPACE).rung()).isEqualTo(Rung.PID_NAMESPACE);
        } catch (UnsupportedOperationException none) {
            assumeThat(none.getMessage()).as("a pid namespace").isEmpty();
        }
        Process supervisor = supervisor(
                Units.Wish.PID_NAMESPACE,
                "open",
                "trap '' TERM; env -i setsid sh -c 'trap \"\" TERM; while :; do sleep 0.05; done' &"
                        + " touch up; while :; do sleep 0.05; done");
        BufferedReader said = supervisor.inputReader();
        UnitName unit = UnitName.parse(said.readLine()).orElseThrow();
        ProcessKey first = ProcessKey.parse(said.readLine());
        awaitFile("up");
        kill(supervisor);
        assertThat(system.lives(first)).isTrue();
        MembersEnd end =
                OrphanedUnit.end(system, unit, Optional.of(first), TestingUnit.SHORT, step -> {});
        assertThat(end.confirmed()).isTrue();
        assertThat(end.forced()).isTrue();
        assertThat(end.left()).isEmpty();
        assertThat(system.lives(first)).isFalse();
        MembersEnd again =
                OrphanedUnit.end(system, unit, Optional.of(first), TestingUnit.SHORT, step -> {});
        assertThat(again.confirmed()).isTrue();
        assertThat(again.seen()).isZero();
    }

    @Test
    void neverRanWhatWasStillBehindItsGate() throws Exception {
        Process supervisor = supervisor(Units.Wish.STRONGEST, "wait", "touch ran; sleep 60");
        UnitName unit = name(supervisor);
        assertThat(system.lives(unit.leader())).isTrue();
        kill(supervisor);
        await().atMost(Duration.ofSeconds(10)).until(() -> !system.lives(unit.leader()));
        assertThat(folder.resolve("ran")).doesNotExist();
        List<MembersEnd> ends = new ArrayList<>();
        end(unit, ends);
        assertThat(ends.getFirst().seen()).isZero();
    }

    @Test
    void knowsAnotherMachineAnotherBootAndARecycledNumber() {
        ProcessKey self = system.self();
        ProcessKey recycled = new ProcessKey(self.pid(), self.startedAt() + 1);
        String mark = "0123456789abcdef";
        String space = system.space();
        String otherBoot = "ffffffffffff" + space.substring(space.indexOf('.'));
        String otherNamespace = space.substring(0, space.indexOf('.')) + ".1";
        assertThat(situation(new UnitName("testing", space, recycled, self, mark)))
                .isEqualTo(OrphanedUnit.Situation.SUPERVISED);
        assertThat(situation(new UnitName("testing", space, recycled, recycled, mark)))
                .isEqualTo(OrphanedUnit.Situation.ORPHANED);
        assertThat(situation(new UnitName("testing", otherBoot, self, self, mark)))
                .isEqualTo(OrphanedUnit.Situation.REBOOTED);
        assertThat(situation(new UnitName("testing", otherNamespace, self, self, mark)))
                .isEqualTo(OrphanedUnit.Situation.ELSEWHERE);
        assertThat(situation(new UnitName("another", space, self, self, mark)))
                .isEqualTo(OrphanedUnit.Situation.ELSEWHERE);
    }

    private OrphanedUnit.Situation situation(UnitName unit) {
        return OrphanedUnit.situation(system, "testing", unit);
    }

    @Test
    void leavesAProcessAloneThatHasTheNumberOfADeadOne() throws Exception {
        Process bystander = new ProcessBuilder("sleep", "60").start();
        try {
            ProcessKey recycled = new ProcessKey(bystander.pid(), 1);
            UnitName unit =
                    new UnitName("testing", system.space(), recycled, recycled, "0123456789abcdef");
            List<MembersEnd> ends = new ArrayList<>();
            end(unit, ends);
            assertThat(ends.getFirst().seen()).isZero();
            assertThat(bystander.isAlive()).isTrue();
        } finally {
            bystander.destroyForcibly();
        }
    }
}
