package dev.quietus.core.operation;

import java.time.Instant;
import java.util.Optional;

/**
 * How the outcome of an operation is being looked for.
 *
 * @param tries how often the provider was asked so far
 * @param nextAt when it is asked again; empty while nobody looks
 * @param deadline when the budget is spent; kept as a time so that a resumed barrier gets no new
 *     one
 * @param last what was seen last
 * @param jobSeen whether the provider is known to have had the job
 * @param jobEndedAt when an observation showed that the job has ended
 */
public record Looking(
        int tries,
        Optional<Instant> nextAt,
        Optional<Instant> deadline,
        Optional<Seen> last,
        boolean jobSeen,
        Optional<Instant> jobEndedAt) {
    /** Nobody looks, nothing was seen. */
    public static final Looking NOT_YET = new Looking(
            0, Optional.empty(), Optional.empty(), Optional.empty(), false, Optional.empty());

    /**
     * One observation as it is kept.
     *
     * @param word present, none or not_known
     * @param detail what was seen
     * @param begunAt when the question was asked, ledger time
     * @param answeredAt when it was recorded, ledger time
     */
    public record Seen(String word, String detail, Instant begunAt, Instant answeredAt) {}

    /** Tells whether its budget is not spent yet. */
    public boolean budgetLeft(Instant now) {
        return deadline.filter(now::isBefore).isPresent();
    }

    /** Tells whether it has a budget and has spent it. */
    public boolean spent(Instant now) {
        return deadline.filter(at -> !now.isBefore(at)).isPresent();
    }

    /** The same, to be looked at next at {@code at}. */
    public Looking nextAt(Instant at) {
        return new Looking(tries, Optional.of(at), deadline, last, jobSeen, jobEndedAt);
    }

    /** The same, with nobody looking any more. */
    public Looking rest() {
        return new Looking(tries, Optional.empty(), deadline, last, jobSeen, jobEndedAt);
    }

    /** The same with a budget that ends at {@code at}, whatever it was before. */
    public Looking deadline(Instant at) {
        return new Looking(tries, nextAt, Optional.of(at), last, jobSeen, jobEndedAt);
    }

    /** The same with a budget that ends at {@code at}, or later where it already ended later. */
    public Looking until(Instant at) {
        Instant later = deadline.filter(at::isBefore).orElse(at);
        return new Looking(tries, nextAt, Optional.of(later), last, jobSeen, jobEndedAt);
    }

    /** The same with the provider known to have the job. */
    public Looking withJobSeen() {
        return new Looking(tries, nextAt, deadline, last, true, jobEndedAt);
    }

    /** The same after one more look. */
    public Looking seen(Seen observation, boolean showedJob, boolean showedEnd) {
        return new Looking(
                tries + 1,
                nextAt,
                deadline,
                Optional.of(observation),
                jobSeen || showedJob || showedEnd,
                showedEnd && jobEndedAt.isEmpty()
                        ? Optional.of(observation.begunAt())
                        : jobEndedAt);
    }
}
