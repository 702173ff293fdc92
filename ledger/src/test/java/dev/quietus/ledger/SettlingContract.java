package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.barrier.Outcomes;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.ledger.BarrierRecords.Involved;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.operation.Work;
import dev.quietus.core.run.Run;
import dev.quietus.core.settlement.ProviderName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

abstract class SettlingContract {
    @RegisterExtension
    final TestingLedger ledger;

    SettlingContract(Engine engine) {
        ledger = new TestingLedger(engine);
    }

    private static final Run ROOT = Samples.root("root");
    private final Barrier barrier = Samples.everything(ROOT);

    private void captured(Operation... operations) {
        ledger.run(records -> {
            if (records.run(ROOT.id()).isEmpty()) {
                records.insert(ROOT);
                records.insert(barrier);
            }
            for (Operation operation : operations) {
                records.insert(operation);
                records.capture(barrier.id(), operation);
            }
        });
    }

    private static Operation looking(String id, Optional<Instant> next) {
        Operation running = Samples.running(ROOT, id);
        return running.change()
                .looking(next.map(running.looking()::nextAt).orElse(running.looking()))
                .done();
    }

    private static Operation settled(
            String id, SettledState state, String by, Optional<Instant> confirmed) {
        return Samples.running(ROOT, id)
                .change()
                .settlement(new Settlement.Settled(state, Samples.AT, by, "seen", confirmed))
                .done();
    }

    @Test
    void handsOutWhatIsDueToBeLookedAt() {
        Operation now = looking("now", Optional.of(Samples.AT));
        Operation earlier = looking("earlier", Optional.of(Samples.AT.minusSeconds(5)));
        Operation later = looking("later", Optional.of(Samples.AT.plusSeconds(5)));
        Operation unknown = looking("unknown", Optional.of(Samples.AT.minusSeconds(1)))
                .change()
                .settlement(new Settlement.Unknown("team", "why", Samples.AT))
                .done();
        Operation over = looking("over", Optional.of(Samples.AT.minusSeconds(9)))
                .change()
                .settlement(Samples.settled(SettledState.COMPLETED_AND_VERIFIED, Samples.AT))
                .done();
        captured(now, earlier, later, unknown, over, looking("never", Optional.empty()));
        assertThat(ledger.list(records -> records.inFlightDue(barrier, 10)))
                .containsExactly(earlier, unknown, now);
        assertThat(ledger.list(records -> records.inFlightDue(barrier, 1)))
                .containsExactly(earlier);
        assertThat(ledger.find(records -> records.nextInFlightLook(barrier)))
                .contains(Samples.AT.minusSeconds(5));
        ledger.clock.move(Duration.ofSeconds(5));
        assertThat(ledger.list(records -> records.inFlightDue(barrier, 10)))
                .containsExactly(earlier, unknown, now, later);
    }

    @Test
    void knowsNoNextLookWhereNobodyLooks() {
        captured(looking("never", Optional.empty()));
        assertThat(ledger.find(records -> records.nextInFlightLook(barrier))).isEmpty();
    }

    @Test
    void wakesWhatIsUnsettledAndTakenIn() {
        Operation sleeping = looking("sleeping", Optional.of(Samples.AT.plusSeconds(60)));
        Operation over = settled(
                "over", SettledState.COMPLETED_AND_VERIFIED, "provider:p", Optional.empty());
        captured(sleeping, over);
        ledger.run(records -> records.wakeInFlight(barrier.id()));
        assertThat(ledger.list(records -> records.inFlightDue(barrier, 10)))
                .containsExactly(sleeping.change()
                        .looking(sleeping.looking().nextAt(Samples.AT))
                        .done());
        assertThat(ledger.find(records -> records.operation(over.tree(), over.key())))
                .contains(over);
    }

    @Test
    void findsWhatMustBeSeenOnceMore() {
        Instant since = Samples.AT.plusSeconds(30);
        SettledState without = SettledState.CANCELLED_WITHOUT_EFFECT;
        Operation never = settled("never", without, "provider:deployment", Optional.empty());
        Operation before = settled(
                "before", without, "provider:deployment", Optional.of(since.minusMillis(1)));
        Operation after = settled("after", without, "provider:deployment", Optional.of(since));
        Operation person = settled("person", without, "operator:thomas", Optional.empty());
        Operation present = settled(
                "present",
                SettledState.COMPLETED_AND_VERIFIED,
                "provider:deployment",
                Optional.empty());
        captured(never, before, after, person, present);
        assertThat(ledger.list(records -> records.unconfirmed(barrier, since, 10)))
                .containsExactly(never, before);
        assertThat(ledger.list(records -> records.unconfirmed(barrier, since, 1)))
                .containsExactly(never);
    }

    @Test
    void countsHowEverythingCameOut() {
        Instant late = Samples.AT.plusSeconds(8);
        captured(
                settled("a", SettledState.COMPLETED_AND_VERIFIED, "provider:p", Optional.empty()),
                settled("b", SettledState.CANCELLED_WITHOUT_EFFECT, "provider:p", Optional.empty()),
                Samples.running(ROOT, "c")
                        .change()
                        .settlement(Samples.settled(SettledState.CANCELLED_WITHOUT_EFFECT, late))
                        .done(),
                settled("d", SettledState.ENDED_NO_EFFECT_EXPECTED, "worker:w", Optional.empty()),
                Samples.running(ROOT, "e"),
                Samples.running(ROOT, "f")
                        .change()
                        .settlement(new Settlement.Unknown("team", "why", Samples.AT))
                        .done());
        assertThat(ledger.<Outcomes>read(records -> records.outcomes(barrier.id())))
                .isEqualTo(new Outcomes(1, 2, 1, 1, 1, Optional.of(late)));
    }

    @Test
    void countsNothingWhereNothingWasTakenIn() {
        captured();
        assertThat(ledger.<Outcomes>read(records -> records.outcomes(barrier.id())))
                .isEqualTo(new Outcomes(0, 0, 0, 0, 0, Optional.empty()));
    }

    @Test
    void namesTheToolsAndProvidersThatHadWork() {
        captured(
                Samples.running(ROOT, "a", "deployment.reserve"),
                Samples.running(ROOT, "b", "deployment.reserve"));
        Work named = withProvider(Samples.work("mail.send", "c"), "mailer");
        ledger.run(records -> {
            records.insert(Samples.operation(ROOT, "c", named, ExecutionState.QUEUED));
            records.insert(Samples.running(ROOT, "unrelated", "other.tool"));
            records.cancelNotStarted(barrier, 10);
        });
        assertThat(ledger.list(records -> records.involved(barrier)))
                .containsExactlyInAnyOrder(
                        new Involved(new ToolName("deployment.reserve"), Optional.empty()),
                        new Involved(
                                new ToolName("mail.send"),
                                Optional.of(new ProviderName("mailer"))));
    }

    private static Work withProvider(Work work, String provider) {
        return new Work(
                work.kind(),
                work.tool(),
                work.effects(),
                Optional.of(new ProviderName(provider)),
                work.queue(),
                work.idempotencyKey(),
                work.argumentsDigest(),
                work.expiresAt(),
                work.notBefore(),
                work.requiresApproval());
    }

    @Test
    void handsOutTheBarrierThatIsLongestDueAndUnclaimed() {
        ledger.run(records -> records.insert(ROOT));
        Barrier first =
                step("first", Samples.AT.minusSeconds(2), Samples.AT, BarrierState.SETTLING);
        Barrier claimed = step(
                "claimed",
                Samples.AT.minusSeconds(5),
                Samples.AT.plusSeconds(10),
                BarrierState.QUIET);
        Barrier later =
                step("later", Samples.AT.plusSeconds(4), Samples.AT, BarrierState.INCOMPLETE);
        step("certified", Samples.AT.minusSeconds(9), Samples.AT, BarrierState.CERTIFIED);
        assertThat(ledger.find(records -> records.barrierDue())).contains(first);
        assertThat(ledger.find(records -> records.nextBarrierStep())).contains(Samples.AT);
        assertThat(ledger.list(records -> records.barriersClaimed(2))).containsExactly(claimed);
        ledger.run(records ->
                records.update(first.claimed(new Barrier.Claim(1, Samples.AT.plusSeconds(60)))));
        assertThat(ledger.find(records -> records.barrierDue())).isEmpty();
        assertThat(ledger.find(records -> records.nextBarrierStep()))
                .contains(Samples.AT.plusSeconds(4));
        ledger.clock.move(Duration.ofSeconds(10));
        assertThat(ledger.find(records -> records.barrierDue())).contains(claimed);
        ledger.run(records ->
                records.update(claimed.claimed(new Barrier.Claim(1, Samples.AT.plusSeconds(60)))));
        assertThat(ledger.find(records -> records.barrierDue())).contains(later);
    }

    @Test
    void knowsNoNextStepWithoutAnOpenBarrier() {
        ledger.run(records -> records.insert(ROOT));
        step("certified", Samples.AT, Samples.AT, BarrierState.CERTIFIED);
        assertThat(ledger.find(records -> records.nextBarrierStep())).isEmpty();
        assertThat(ledger.find(records -> records.barrierDue())).isEmpty();
    }

    private Barrier step(String name, Instant next, Instant claimUntil, BarrierState state) {
        Barrier plain = Samples.barrier(ROOT, new Selector.OneOperation(new OperationId(name)));
        Barrier placed = new Barrier(
                plain.id(),
                plain.tree(),
                plain.run(),
                plain.selector(),
                plain.requestedAt(),
                plain.requestedBy(),
                plain.reason(),
                plain.newEpoch(),
                plain.settleTimeout(),
                plain.minimumQuiet(),
                state,
                new Barrier.Claim(0, claimUntil),
                plain.lamps(),
                plain.lastActivityAt(),
                plain.tally(),
                plain.revision(),
                plain.certifiedAt(),
                next);
        ledger.run(records -> records.insert(placed));
        return placed;
    }

    @Test
    void looksInTheBackgroundOnlyAtWhatNoBarrierHolds() {
        Operation held = looking("held", Optional.of(Samples.AT));
        Operation free = looking("free", Optional.of(Samples.AT));
        Operation later = looking("later", Optional.of(Samples.AT.plusSeconds(1)));
        captured(held);
        ledger.run(records -> List.of(free, later).forEach(records::insert));
        assertThat(ledger.list(records -> records.looksDue(10))).containsExactly(free);
    }
}
