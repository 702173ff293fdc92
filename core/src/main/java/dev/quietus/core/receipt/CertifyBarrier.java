package dev.quietus.core.receipt;

import dev.quietus.core.Wire;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.barrier.InFlight;
import dev.quietus.core.barrier.Outcomes;
import dev.quietus.core.barrier.QuietRule;
import dev.quietus.core.barrier.ScopeCounts;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunState;
import dev.quietus.core.settlement.ProviderDirectory;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Evaluates the completion rule inside the transaction and issues the next revision of the receipt:
 * {@code stopped_and_quiet} out of the quiet period, {@code stop_incomplete} when the budget is
 * spent with unknowns left. Writes nothing where neither holds.
 *
 * @param fence the claim
 * @param providers for quiet periods and rollback owners
 * @param quiet how long quiet is
 * @param signer the key
 */
public record CertifyBarrier(
        Fence fence, ProviderDirectory providers, QuietRule quiet, ReceiptSigner signer)
        implements Transaction<CertifyBarrier.Answer> {

    /** What came of it. */
    public enum Answer {
        /** A receipt was issued. */
        ISSUED,
        /** The rule does not hold (any more). */
        NOT_YET,
        /** Another node has the claim. */
        LOST
    }

    @Override
    public Answer apply(Records records) {
        Optional<Barrier> held = fence.pass(records);
        if (held.isEmpty()) {
            return Answer.LOST;
        }
        Barrier barrier = held.get();
        Run run = records.pathShared(barrier.run()).getFirst();
        ScopeCounts counts = records.counts(barrier);
        Outcomes outcomes = records.outcomes(barrier.id());
        List<InFlight> inFlight = records.inFlight(barrier.id(), StopReceipt.Facts.MAX_LISTED);
        Duration period = quiet.period(records, barrier);
        StopReceipt.Facts facts = new StopReceipt.Facts(
                barrier,
                run,
                counts,
                outcomes,
                inFlight,
                reconciliation(records, barrier, inFlight, outcomes),
                period,
                records.now(),
                records.head(barrier.tree()));
        return switch (barrier.state()) {
            case QUIET ->
                quietNow(records, facts)
                        ? issue(records, new StopReceipt.StoppedAndQuiet(facts))
                        : Answer.NOT_YET;
            case SETTLING ->
                spent(counts, outcomes)
                        ? issue(records, new StopReceipt.StopIncomplete(facts))
                        : Answer.NOT_YET;
            case REQUESTED, SWEEPING, SIGNALLING, CERTIFIED, INCOMPLETE -> Answer.NOT_YET;
        };
    }

    private static boolean quietNow(Records records, StopReceipt.Facts facts) {
        return facts.counts().complete()
                && facts.outcomes().pending() == 0
                && facts.outcomes().unknown() == 0
                && !records.now().isBefore(facts.quietAt())
                && records.unconfirmed(facts.barrier(), facts.quietAt(), 1).isEmpty();
    }

    private static boolean spent(ScopeCounts counts, Outcomes outcomes) {
        return counts.notStarted() == 0
                && counts.uncaptured() == 0
                && counts.pending() == 0
                && outcomes.unknown() > 0;
    }

    /** Who holds what: also the unknowns that stand behind the last entry that is listed. */
    private static List<StopReceipt.Reconciliation> reconciliation(
            Records records, Barrier barrier, List<InFlight> listed, Outcomes outcomes) {
        List<InFlight> all =
                outcomes.settled() + outcomes.unknown() + outcomes.pending() > listed.size()
                                && outcomes.unknown() > 0
                        ? records.inFlight(barrier.id(), Integer.MAX_VALUE)
                        : listed;
        return all.stream()
                .flatMap(CertifyBarrier::held)
                .limit(StopReceipt.Facts.MAX_LISTED)
                .toList();
    }

    private static Stream<StopReceipt.Reconciliation> held(InFlight entry) {
        Operation operation = entry.operation();
        return operation.settlement() instanceof Settlement.Unknown unknown
                ? Stream.of(new StopReceipt.Reconciliation(
                        operation.key().toString(),
                        operation.key().run().value(),
                        operation.key().operation().value(),
                        unknown.heldBy(),
                        unknown.why(),
                        unknown.since()))
                : Stream.empty();
    }

    private Answer issue(Records records, StopReceipt receipt) {
        StopReceipt.Facts facts = receipt.facts();
        boolean quietNow = receipt instanceof StopReceipt.StoppedAndQuiet;
        Barrier barrier = facts.barrier();
        Barrier issued = barrier.moved(
                        quietNow ? BarrierState.Event.CERTIFY : BarrierState.Event.GIVE_UP)
                .issued(records.now());
        records.insert(new IssuedReceipt(
                barrier.tree(),
                barrier.run(),
                barrier.id(),
                issued.revision(),
                receipt.decision(),
                records.now(),
                signer.keyId(),
                Statement.envelope(receipt, providers, signer)));
        records.update(issued);
        records.append(
                barrier.tree(),
                EventDraft.of(EventType.RECEIPT_ISSUED, barrier.run())
                        .under(barrier.id())
                        .with("revision", issued.revision())
                        .with("decision", receipt.decision())
                        .with("unknown", facts.outcomes().unknown())
                        .with("verified_at", Wire.time(facts.verifiedAt())));
        if (quietNow && barrier.selector() instanceof Selector.Everything) {
            endRuns(records, barrier, facts.run());
        }
        return Answer.ISSUED;
    }

    private static void endRuns(Records records, Barrier barrier, Run run) {
        RunState.TABLE
                .next(run.state(), RunState.Event.CERTIFY)
                .ifPresent(
                        state -> records.update(run.withState(state, Optional.of(records.now()))));
        records.certifyRuns(barrier);
    }
}
