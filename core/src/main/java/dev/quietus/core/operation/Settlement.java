package dev.quietus.core.operation;

import java.time.Instant;
import java.util.Optional;

/** Whether it is known how an operation that began came out. */
public sealed interface Settlement {
    /** Nothing to settle (it never began), or not settled yet. */
    record Open() implements Settlement {}

    /**
     * It is known.
     *
     * @param state which of the known outcomes
     * @param at when it was settled, ledger time
     * @param by whose evidence: {@code provider:NAME}, {@code worker:NAME} or {@code operator:NAME}
     * @param evidence what was seen, in one line
     * @param confirmedAt the last observation that showed no effect after a quiet period
     */
    record Settled(
            SettledState state,
            Instant at,
            String by,
            String evidence,
            Optional<Instant> confirmedAt)
            implements Settlement {
        /**
         * Tells whether a provider's word that there is no effect still waits for the look after a
         * quiet period (S4).
         */
        public boolean provisional() {
            return state == SettledState.CANCELLED_WITHOUT_EFFECT
                    && byProvider()
                    && confirmedAt.isEmpty();
        }

        /** The same, seen once more at {@code time}; never earlier than it was seen before. */
        public Settled confirmed(Instant time) {
            Instant latest = confirmedAt.filter(time::isBefore).orElse(time);
            return new Settled(state, at, by, evidence, Optional.of(latest));
        }

        /** Tells whether a provider's word settled it, not a person's and not a worker's. */
        public boolean byProvider() {
            return by.startsWith("provider:");
        }
    }

    /**
     * It could not be found out; a person holds it.
     *
     * @param heldBy the person or team
     * @param why what was tried
     * @param since ledger time
     */
    record Unknown(String heldBy, String why, Instant since) implements Settlement {}

    /** The known outcomes of an operation that began. */
    enum SettledState {
        /** The authoritative system, asked after the cancel, showed no effect (S4). */
        CANCELLED_WITHOUT_EFFECT,
        /** The operation crossed its commit point. */
        COMPLETED_AND_VERIFIED,
        /** It declared that it has no effect, and it has ended. */
        ENDED_NO_EFFECT_EXPECTED
    }
}
