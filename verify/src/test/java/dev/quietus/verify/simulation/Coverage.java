package dev.quietus.verify.simulation;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.ledger.Commit;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.operation.OperationKey;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How often each kind of event really occurred; a schedule that is never tried proves nothing. */
final class Coverage {
    /** What must occur. */
    enum Happening {
        CRASH_BEFORE_WRITE,
        CRASH_AFTER_WRITE,
        CRASH_BEFORE_CALL,
        CRASH_AFTER_CALL,
        CRASH_WHILE_SETTLING,
        CRASH_WHILE_QUIET,
        WORKER_KILLED,
        WRITE_UNDER_OLD_CLAIM,
        CLAIM_LOST,
        CLOCK_JUMP,
        LEDGER_REFUSED,
        LEDGER_ANSWER_LOST,
        REQUEST_DELAYED,
        ANSWER_LOST,
        STRAY_DELIVERED,
        STRAY_DELIVERED_AFTER_RECEIPT,
        SENT_AFTER_STOP,
        SENT_AFTER_RECEIPT,
        PROVIDER_HANGS,
        PROVIDER_GARBLED,
        PROVIDER_FENCES,
        YES_WITHOUT_JOB,
        COMMIT_AFTER_YES,
        WORKER_OBEYS,
        WORKER_SILENT,
        STOP_OF_EVERYTHING,
        STOP_OF_A_TOOL,
        STOP_OF_AN_OPERATION,
        STOP_REPEATED,
        STOP_OF_CHILD_THEN_PARENT,
        PROMOTION,
        PROMOTION_TOO_LATE,
        CHILD_REFUSED,
        CHILD_REVOKED,
        RUN_RESUMED,
        LEASE_EXPIRED,
        LATE_ATTEMPT_DENIED,
        QUEUE_HANDED_OUT,
        OUTCOME_RETURNED,
        RETRY_SCHEDULED,
        APPROVED,
        STALE_DECISION,
        TAKEN_OUT,
        TAKEN_IN,
        CANCEL_REQUESTED,
        LATE_RESULT,
        LATE_RESULT_AFTER_RECEIPT,
        SETTLED,
        SETTLED_BY_HAND,
        OUTCOME_UNKNOWN,
        RECOVERY_OPENED,
        RECEIPT_QUIET,
        RECEIPT_INCOMPLETE,
        RECEIPT_SUPERSEDED,
        RECEIPT_CONTRADICTED
    }

    private final Map<Happening, Long> counts = new EnumMap<>(Happening.class);

    void add(Happening happening) {
        counts.merge(happening, 1L, Long::sum);
    }

    void add(Coverage other) {
        other.counts.forEach((happening, count) -> counts.merge(happening, count, Long::sum));
    }

    long of(Happening happening) {
        return counts.getOrDefault(happening, 0L);
    }

    /** What never occurred. */
    List<Happening> missing() {
        List<Happening> missing = new ArrayList<>();
        for (Happening happening : Happening.values()) {
            if (of(happening) == 0) {
                missing.add(happening);
            }
        }
        return missing;
    }

    /** One line for each. */
    String table() {
        StringBuilder table = new StringBuilder();
        for (Happening happening : Happening.values()) {
            table.append(
                    "%12d  %s%n".formatted(of(happening), dev.quietus.core.Wire.of(happening)));
        }
        return table.toString();
    }

    void crashed(World world, Program process) {
        switch (process.stop()) {
            case BEFORE_WRITE -> add(Happening.CRASH_BEFORE_WRITE);
            case AFTER_WRITE -> add(Happening.CRASH_AFTER_WRITE);
            case BEFORE_CALL -> add(Happening.CRASH_BEFORE_CALL);
            case AFTER_CALL -> add(Happening.CRASH_AFTER_CALL);
            case READY, WAITING, RESTING, ENDED, KILLED -> {}
        }
        process.fence().map(fence -> world.ledger().barrier(fence.barrier())).ifPresent(barrier -> {
            if (barrier.state() == BarrierState.SETTLING) {
                add(Happening.CRASH_WHILE_SETTLING);
            } else if (barrier.state() == BarrierState.QUIET) {
                add(Happening.CRASH_WHILE_QUIET);
            }
        });
    }

    void sent(World world, OperationKey key) {
        for (Barrier barrier : world.ledger().barriers()) {
            if (world.invariants().covers(barrier, key)) {
                add(
                        barrier.state() == BarrierState.CERTIFIED
                                ? Happening.SENT_AFTER_RECEIPT
                                : Happening.SENT_AFTER_STOP);
            }
        }
    }

    void committed(World world, Commit commit) {
        if (commit.events().isEmpty()) {
            return;
        }
        for (Event event : commit.events()) {
            happening(world, event.draft()).ifPresent(this::add);
        }
    }

    private Optional<Happening> happening(World world, EventDraft draft) {
        return switch (draft.type()) {
            case RUN_REGISTERED ->
                draft.data().containsKey("resumes")
                        ? Optional.of(Happening.RUN_RESUMED)
                        : Optional.empty();
            case RUN_PROMOTED -> Optional.of(Happening.PROMOTION);
            case RUN_EXPIRED -> Optional.of(Happening.LEASE_EXPIRED);
            case OPERATION_APPROVED -> Optional.of(Happening.APPROVED);
            case LATE_ATTEMPT_DENIED -> Optional.of(Happening.LATE_ATTEMPT_DENIED);
            case RETRY_SCHEDULED -> Optional.of(Happening.RETRY_SCHEDULED);
            case LATE_RESULT -> Optional.of(late(world, draft));
            case STALE_DECISION_IGNORED -> Optional.of(Happening.STALE_DECISION);
            case WORKER_SILENT -> Optional.of(Happening.WORKER_SILENT);
            case STOP_REQUESTED -> Optional.of(stop(world, draft));
            case STOP_REPEATED -> Optional.of(Happening.STOP_REPEATED);
            case DESCENDANTS_REVOKED -> Optional.of(Happening.CHILD_REVOKED);
            case OPERATIONS_CANCELLED -> Optional.of(Happening.TAKEN_OUT);
            case IN_FLIGHT_CAPTURED -> Optional.of(Happening.TAKEN_IN);
            case CANCEL_REQUESTED -> Optional.of(Happening.CANCEL_REQUESTED);
            case OPERATION_SETTLED -> Optional.of(settled(draft));
            case OUTCOME_UNKNOWN -> Optional.of(Happening.OUTCOME_UNKNOWN);
            case RECOVERY_OPENED -> Optional.of(Happening.RECOVERY_OPENED);
            case RECEIPT_ISSUED -> Optional.of(receipt(draft));
            case RECEIPT_CONTRADICTED -> Optional.of(Happening.RECEIPT_CONTRADICTED);
            case LEASE_RENEWED,
                    RUN_COMPLETED,
                    OPERATION_ACCEPTED,
                    OPERATION_REJECTED,
                    OPERATION_BEGUN,
                    OPERATION_DENIED,
                    OPERATION_REPORTED,
                    OPERATION_FINISHED,
                    BARRIER_MOVED,
                    CANCEL_ANSWERED,
                    EFFECT_OBSERVED -> Optional.empty();
        };
    }

    private static Happening late(World world, EventDraft draft) {
        boolean after = draft.barrier()
                .filter(id -> world.ledger().barrier(id).revision() > 0)
                .isPresent();
        return after ? Happening.LATE_RESULT_AFTER_RECEIPT : Happening.LATE_RESULT;
    }

    private Happening stop(World world, EventDraft draft) {
        Barrier barrier = world.ledger().barrier(draft.barrier().orElseThrow());
        boolean childBefore = world.ledger().barriers().stream()
                .filter(other -> other.state().open() && !other.run().equals(barrier.run()))
                .anyMatch(other -> world.invariants().above(other.run(), barrier.run()));
        if (childBefore) {
            add(Happening.STOP_OF_CHILD_THEN_PARENT);
        }
        return switch (barrier.selector()) {
            case Selector.Everything() -> Happening.STOP_OF_EVERYTHING;
            case Selector.Tools _ -> Happening.STOP_OF_A_TOOL;
            case Selector.OneOperation _ -> Happening.STOP_OF_AN_OPERATION;
        };
    }

    private static Happening settled(EventDraft draft) {
        return draft.data().getOrDefault("by", "").toString().startsWith("operator:")
                ? Happening.SETTLED_BY_HAND
                : Happening.SETTLED;
    }

    private Happening receipt(EventDraft draft) {
        if (!draft.data().getOrDefault("revision", 1).equals(1)) {
            add(Happening.RECEIPT_SUPERSEDED);
        }
        return "stopped_and_quiet".equals(draft.data().get("decision"))
                ? Happening.RECEIPT_QUIET
                : Happening.RECEIPT_INCOMPLETE;
    }
}
