package dev.quietus.cli.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.Effect;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.Outcome;
import dev.quietus.execution.output.OutputFacts;
import dev.quietus.execution.unit.EndCause;
import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.MembersEnd;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.Rung;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitReport;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExecEndTest {
    private static final EndCause OWN = new EndCause.OwnEnd();
    private static final EndCause STOP = new EndCause.StopRequested("wrong commit");
    private static final EndCause LATE = new EndCause.TimedOut(Duration.ofSeconds(2));
    private static final EndCause SIGNAL = new EndCause.Interrupted("a signal");
    private static final LeaderEnd TERMINATED = new LeaderEnd.Killed(15, false);
    private static final MembersEnd GONE = new MembersEnd(2, 2, false, true, "cgroup", List.of());
    private static final MembersEnd NOT_SHOWN =
            new MembersEnd(2, 2, false, false, "nobody was seen", List.of());
    private static final MembersEnd LEFT = new MembersEnd(
            2,
            2,
            true,
            false,
            "processes are still there",
            List.of(new Member(new ProcessKey(7, 8), "sleep 60", "uninterruptible")));

    private static ExecEnd end(EndCause cause, LeaderEnd leader, Rung rung, MembersEnd members) {
        OutputFacts nothing = new OutputFacts(
                0, 0, "0".repeat(64), 0, ByteBuffer.allocate(0), true, List.of(), Optional.empty());
        UnitName name = new UnitName(
                "h", "s", new ProcessKey(1, 2), new ProcessKey(3, 4), "0123456789abcdef");
        return new ExecEnd(
                new UnitReport(
                        name,
                        rung,
                        cause,
                        leader,
                        members,
                        nothing,
                        nothing,
                        List.of(),
                        Instant.EPOCH,
                        Duration.ofMillis(1_200)),
                Optional.empty());
    }

    private static ExecEnd end(EndCause cause, LeaderEnd leader) {
        return end(cause, leader, Rung.CGROUP, GONE);
    }

    private static LeaderEnd exited(int code) {
        return new LeaderEnd.Exited(code);
    }

    @Test
    void aCommandsOwnExitIsItsResultWhateverWasAskedMeanwhile() {
        assertThat(end(OWN, exited(0)).outcome()).isEqualTo(Outcome.SUCCEEDED);
        assertThat(end(STOP, exited(0)).outcome()).isEqualTo(Outcome.SUCCEEDED);
        assertThat(end(STOP, exited(0)).exit()).isZero();
        assertThat(end(OWN, exited(7)).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(end(OWN, exited(7)).exit()).isEqualTo(7);
    }

    @Test
    void whoEndedItIsToldApart() {
        assertThat(end(STOP, TERMINATED).outcome()).isEqualTo(Outcome.CANCELLED);
        assertThat(end(STOP, exited(7)).outcome()).isEqualTo(Outcome.CANCELLED);
        assertThat(end(STOP, TERMINATED).exit()).isEqualTo(75);
        assertThat(end(LATE, TERMINATED).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(end(LATE, TERMINATED).exit()).isEqualTo(124);
        assertThat(end(SIGNAL, TERMINATED).outcome()).isEqualTo(Outcome.CANCELLED);
        assertThat(end(OWN, new LeaderEnd.Killed(9, false)).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(end(OWN, new LeaderEnd.Killed(9, false)).exit()).isEqualTo(137);
    }

    @Test
    void saysInWordsWhatItWas() {
        FinishFacts facts = end(STOP, TERMINATED).facts(false);
        assertThat(facts.error()).contains("stopped (wrong commit): killed by SIGTERM");
        assertThat(facts.detail())
                .contains("killed by SIGTERM after 1.2 s; 2 of 2 processes gone (cgroup);"
                        + " no output; held by cgroup and sub-reaper");
        assertThat(facts.effect()).isEmpty();
        assertThat(end(STOP, TERMINATED).facts(true).effect()).contains(Effect.UNKNOWN);
    }

    @Test
    void whatWasEndedIsARecordedResultOnlyWithAProof() {
        assertThat(end(STOP, TERMINATED).proven()).isTrue();
        assertThat(end(STOP, TERMINATED, Rung.GROUP, NOT_SHOWN).proven()).isFalse();
        assertThat(end(STOP, TERMINATED, Rung.CGROUP, LEFT).proven()).isFalse();
        assertThat(end(LATE, TERMINATED, Rung.TREE, NOT_SHOWN).proven()).isFalse();
        assertThat(end(STOP, new LeaderEnd.NotSeen("lost")).proven()).isFalse();
    }

    @Test
    void aCommandThatEndedByItselfHasItsResultWhereNothingCanProveMore() {
        assertThat(end(OWN, exited(0), Rung.GROUP, NOT_SHOWN).proven()).isTrue();
        assertThat(end(OWN, exited(0), Rung.GROUP, NOT_SHOWN)
                        .facts(false)
                        .detail()
                        .orElse(""))
                .contains("not confirmed: nobody was seen");
        assertThat(end(OWN, exited(0), Rung.GROUP, LEFT).proven()).isFalse();
        assertThat(end(OWN, exited(0), Rung.CGROUP, NOT_SHOWN).proven()).isFalse();
    }
}
