package dev.quietus.core.receipt;

import dev.quietus.core.Invariant;
import dev.quietus.core.Wire;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.InFlight;
import dev.quietus.core.barrier.Outcomes;
import dev.quietus.core.barrier.ScopeCounts;
import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.run.Run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The result of a barrier. {@link StoppedAndQuiet} can't be built while anything is pending,
 * unknown, active or not yet quiet (S6); {@link StopIncomplete} can't be built without a name on
 * every unknown.
 */
public sealed interface StopReceipt {
    /** What is known, with the numbers. */
    Facts facts();

    /** The final word: {@code stopped_and_quiet} or {@code stop_incomplete}. */
    String decision();

    /**
     * What a certification found, all read in one transaction.
     *
     * @param barrier the barrier, before this receipt
     * @param run the stopped run
     * @param counts what the scope holds
     * @param outcomes how everything in flight came out, counted
     * @param inFlight the operations that were in flight, at most {@link #MAX_LISTED}
     * @param reconciliation who holds which unknown, at most {@link #MAX_LISTED}
     * @param quietPeriod the longest quiet period among the systems involved
     * @param verifiedAt ledger time of the certification
     * @param evidence the end of the tree's chain of events before this receipt
     */
    record Facts(
            Barrier barrier,
            Run run,
            ScopeCounts counts,
            Outcomes outcomes,
            List<InFlight> inFlight,
            List<Reconciliation> reconciliation,
            Duration quietPeriod,
            Instant verifiedAt,
            ChainHead evidence) {
        /** The most operations that one receipt lists; all are counted. */
        public static final int MAX_LISTED = 5_000;

        /** Copies the lists. */
        public Facts {
            inFlight = List.copyOf(inFlight);
            reconciliation = List.copyOf(reconciliation);
        }

        /** When nothing has moved for the quiet period. */
        public Instant quietAt() {
            return barrier.lastActivityAt().plus(quietPeriod);
        }
    }

    /**
     * One unknown and the person who holds it.
     *
     * @param operation run and operation id, written
     * @param runId the run
     * @param operationId the operation
     * @param heldBy the person or team
     * @param why what was tried
     * @param since since when, ledger time
     */
    record Reconciliation(
            String operation,
            String runId,
            String operationId,
            String heldBy,
            String why,
            Instant since) {
        /** Checks that there is a name. */
        public Reconciliation {
            Invariant.check(!heldBy.isBlank(), "the unknown of %s has no name on it", operation);
        }
    }

    /**
     * Nothing is pending, nothing is unknown, no lease is active, and the quiet period is over.
     *
     * @param facts what was found
     */
    record StoppedAndQuiet(Facts facts) implements StopReceipt {
        /** Checks the completion rule (S6). */
        public StoppedAndQuiet {
            Invariant.check(facts.counts().complete(), "stopped_and_quiet with %s", facts.counts());
            Invariant.check(
                    facts.outcomes().unknown() == 0 && facts.outcomes().pending() == 0,
                    "stopped_and_quiet with %s",
                    facts.outcomes());
            Invariant.check(
                    !facts.verifiedAt().isBefore(facts.quietAt()),
                    "stopped_and_quiet at %s, quiet only at %s",
                    Wire.time(facts.verifiedAt()),
                    Wire.time(facts.quietAt()));
        }

        @Override
        public String decision() {
            return "stopped_and_quiet";
        }
    }

    /**
     * The budget is spent and outcomes are unknown; a person holds each of them.
     *
     * @param facts what was found
     */
    record StopIncomplete(Facts facts) implements StopReceipt {
        /** Checks that there is an unknown, and that one is listed with its person. */
        public StopIncomplete {
            Invariant.check(
                    facts.outcomes().unknown() > 0 && !facts.reconciliation().isEmpty(),
                    "stop_incomplete without an unknown that somebody holds");
        }

        @Override
        public String decision() {
            return "stop_incomplete";
        }
    }
}
