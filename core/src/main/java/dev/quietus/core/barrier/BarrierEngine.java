package dev.quietus.core.barrier;

import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.receipt.CertifyBarrier;
import dev.quietus.core.receipt.ReceiptSigner;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.settlement.Policy;
import dev.quietus.core.settlement.ProviderDirectory;
import dev.quietus.core.settlement.Settler;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Drives a claimed barrier to its receipt in small, repeatable steps (PROTOCOL.md section 3). Holds
 * no state of its own: everything it knows it reads, everything it decides it writes, so that any
 * node can take the next step.
 *
 * <p>One instance serves any number of barriers; safe for use by several threads.
 */
public final class BarrierEngine {
    /** How many operations one step looks at. */
    private static final int LOOKS = 64;

    /** How many runs below a stopped one, or operations in them, are looked for at once. */
    private static final int LOOKED_THROUGH = 2_000;

    /** How long an open barrier rests when nothing is due. */
    private static final Duration LONG_REST = Duration.ofSeconds(60);

    private final Ledger ledger;
    private final ProviderDirectory providers;
    private final Policy policy;
    private final QuietRule quiet;
    private final Settler settler;
    private final StopSignals signals;
    private final Calls calls;
    private final ReceiptSigner signer;

    /**
     * Builds an engine.
     *
     * @param ledger the record
     * @param providers the systems that know
     * @param policy the periods of work without a provider
     * @param signals by which everybody is told
     * @param calls how calls to providers are made
     * @param signer the key for receipts
     * @param random spreads the looks
     */
    public BarrierEngine(
            Ledger ledger,
            ProviderDirectory providers,
            Policy policy,
            StopSignals signals,
            Calls calls,
            ReceiptSigner signer,
            RandomGenerator random) {
        this.ledger = ledger;
        this.providers = providers;
        this.policy = policy;
        this.quiet = new QuietRule(providers, policy);
        this.settler = new Settler(ledger, providers, policy, random);
        this.signals = signals;
        this.calls = calls;
        this.signer = signer;
    }

    /** What a step says about the next one. */
    public sealed interface Next {}

    /** Take the next step now. */
    public record Now() implements Next {}

    /**
     * Nothing to do before this time, unless a fact comes in.
     *
     * @param at ledger time
     */
    public record At(Instant at) implements Next {}

    /** It is certified; no step is left unless a fact contradicts the receipt. */
    public record Certified() implements Next {}

    /** Another node has the claim; stop working on it. */
    public record Lost() implements Next {}

    /** Takes one step under a claim. */
    public Next step(Fence fence) {
        Optional<Barrier> held = ledger.read(fence::pass);
        if (held.isEmpty()) {
            return new Lost();
        }
        Barrier barrier = held.get();
        return switch (barrier.state()) {
            case REQUESTED, SWEEPING -> sweep(fence, barrier);
            case SIGNALLING -> signal(fence, barrier);
            case SETTLING -> settle(fence, barrier);
            case INCOMPLETE -> lookOn(fence, barrier);
            case QUIET -> quiet(fence, barrier);
            case CERTIFIED -> new Certified();
        };
    }

    private Next sweep(Fence fence, Barrier barrier) {
        if (barrier.selector() instanceof Selector.Everything) {
            List<Run> active = ledger.read(records -> records.activeBelow(barrier, LOOKED_THROUGH));
            if (active.size() > SweepScope.BATCH) {
                return inBatches(
                        active.stream().map(Run::id).toList(),
                        runs -> new RevokeBelow(fence, runs));
            }
        }
        List<RunId> waiting = ledger.read(records -> records.waiting(barrier, LOOKED_THROUGH));
        if (waiting.size() > SweepScope.BATCH) {
            return inBatches(
                    waiting,
                    runs -> new CancelWaiting(fence, runs.stream().distinct().toList()));
        }
        return switch (ledger.write(new SweepScope(fence, providers, policy))) {
            case MORE, DONE -> new Now();
            case LOST -> new Lost();
        };
    }

    /**
     * Where there are many, the tree is walked without keeping others from writing, and once for
     * all of them.
     */
    private Next inBatches(List<RunId> runs, Function<List<RunId>, Transaction<Boolean>> part) {
        for (int from = 0; from < runs.size(); from += SweepScope.BATCH) {
            int to = Math.min(runs.size(), from + SweepScope.BATCH);
            if (!ledger.write(part.apply(runs.subList(from, to)))) {
                return new Lost();
            }
        }
        return new Now();
    }

    private Next signal(Fence fence, Barrier barrier) {
        signals.stopRequested(barrier);
        return move(fence, BarrierState.Event.SIGNALLED);
    }

    private Next settle(Fence fence, Barrier barrier) {
        ScopeCounts counts = ledger.read(records -> records.counts(barrier));
        if (counts.unswept()) {
            return sweep(fence, barrier);
        }
        if (counts.generating() == 0 && barrier.lamps().generationStopped().isEmpty()) {
            return ledger.write(records -> generationStopped(records, fence))
                    ? new Now()
                    : new Lost();
        }
        if (lookAtWhatIsDue(fence, barrier)) {
            return new Now();
        }
        if (counts.pending() > 0) {
            return restUntilNextLook(barrier);
        }
        if (counts.unknown() > 0) {
            return issued(ledger.write(new CertifyBarrier(fence, providers, quiet, signer)));
        }
        return move(fence, BarrierState.Event.SETTLED);
    }

    private Next lookOn(Fence fence, Barrier barrier) {
        if (ledger.read(records -> records.counts(barrier)).unswept()) {
            return move(fence, BarrierState.Event.MOVE);
        }
        return lookAtWhatIsDue(fence, barrier) ? new Now() : restUntilNextLook(barrier);
    }

    private boolean lookAtWhatIsDue(Fence fence, Barrier barrier) {
        List<Operation> due = ledger.read(records -> records.inFlightDue(barrier, LOOKS));
        calls.all(due.stream()
                .<Runnable>map(operation -> () -> settler.settle(fence, barrier, operation))
                .toList());
        return !due.isEmpty();
    }

    private Next restUntilNextLook(Barrier barrier) {
        Instant longest = ledger.now().plus(LONG_REST);
        return new At(ledger.read(records -> records.nextInFlightLook(barrier))
                .filter(at -> at.isBefore(longest))
                .orElse(longest));
    }

    private Next quiet(Fence fence, Barrier barrier) {
        if (!ledger.read(records -> records.counts(barrier)).complete()) {
            return move(fence, BarrierState.Event.MOVE);
        }
        Duration period = ledger.read(records -> quiet.period(records, barrier));
        Instant quietAt = barrier.lastActivityAt().plus(period);
        if (ledger.now().isBefore(quietAt)) {
            return new At(quietAt);
        }
        List<Operation> unconfirmed =
                ledger.read(records -> records.unconfirmed(barrier, quietAt, LOOKS));
        if (unconfirmed.isEmpty()) {
            return issued(ledger.write(new CertifyBarrier(fence, providers, quiet, signer)));
        }
        Instant now = ledger.now();
        List<Operation> due = unconfirmed.stream()
                .filter(operation ->
                        operation.looking().nextAt().filter(now::isBefore).isEmpty())
                .toList();
        if (due.isEmpty()) {
            return new At(unconfirmed.stream()
                    .flatMap(operation -> operation.looking().nextAt().stream())
                    .min(Instant::compareTo)
                    .orElse(now));
        }
        calls.all(due.stream()
                .<Runnable>map(operation -> () -> settler.confirm(fence, operation, quietAt))
                .toList());
        return new Now();
    }

    private static Next issued(CertifyBarrier.Answer answer) {
        return switch (answer) {
            case ISSUED, NOT_YET -> new Now();
            case LOST -> new Lost();
        };
    }

    private Next move(Fence fence, BarrierState.Event event) {
        return ledger.write(records -> moved(records, fence, event)) ? new Now() : new Lost();
    }

    private static boolean moved(Records records, Fence fence, BarrierState.Event event) {
        Optional<Barrier> held = fence.pass(records);
        if (held.isEmpty()) {
            return false;
        }
        Barrier barrier = held.get();
        if (event == BarrierState.Event.SETTLED && !records.counts(barrier).complete()) {
            return true;
        }
        // What its scope shows sends it back on its own account; a receipt is reopened by facts.
        if (event == BarrierState.Event.MOVE && barrier.state() == BarrierState.CERTIFIED) {
            return true;
        }
        Optional<BarrierState> to = BarrierState.TABLE.next(barrier.state(), event);
        if (to.isEmpty()) {
            return true;
        }
        Barrier next = barrier.moved(event);
        EventDraft draft = EventDraft.of(EventType.BARRIER_MOVED, barrier.run())
                .under(barrier.id())
                .with("state", dev.quietus.core.Wire.of(next.state()));
        if (event == BarrierState.Event.SETTLED) {
            next = next.withLamps(next.lamps().effectsSettledAt(records.now()));
            draft = draft.with("lamp", "effects_settled");
        } else if (event == BarrierState.Event.MOVE) {
            next = next.withLamps(next.lamps().effectsUnsettled());
        }
        records.update(next);
        records.append(barrier.tree(), draft);
        return true;
    }

    private static boolean generationStopped(Records records, Fence fence) {
        Optional<Barrier> held = fence.pass(records);
        if (held.isEmpty()) {
            return false;
        }
        Barrier barrier = held.get();
        if (records.counts(barrier).generating() == 0) {
            records.update(barrier.withLamps(barrier.lamps().generationStoppedAt(records.now())));
            records.append(
                    barrier.tree(),
                    EventDraft.of(EventType.BARRIER_MOVED, barrier.run())
                            .under(barrier.id())
                            .with("lamp", "generation_stopped"));
        }
        return true;
    }
}
