package dev.quietus.ledger;

import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.Settlement;

import java.util.Optional;

/**
 * How what is known of an outcome lies in an operation's row: the cancel request (7 columns), the
 * settlement (10, of which the last follows from the others) and the looking (9).
 */
final class OutcomeColumns {
    static final String OPEN = "open";
    static final String UNKNOWN = "unknown";
    static final String PROVISIONAL = "provisional";

    private static final Words<Settlement.SettledState> SETTLED =
            new Words<>(Settlement.SettledState.class);

    private OutcomeColumns() {}

    static void write(RowWriter out, CancelRequest request) {
        switch (request) {
            case CancelRequest.NotRequested() -> out.text("not_requested").absent(6);
            case CancelRequest.Requested(var at, var asker, var withJob) ->
                out.text("requested").time(at).text(asker).flag(withJob).absent(3);
            case CancelRequest.Answered answered ->
                out.text("answered")
                        .time(answered.requestedAt())
                        .text(answered.asker())
                        .flag(answered.withJob())
                        .text(answered.response())
                        .text(answered.detail())
                        .time(answered.answeredAt());
        }
    }

    static CancelRequest cancelRequest(RowReader in) {
        String state = in.text();
        switch (state) {
            case "not_requested" -> {
                in.skip(6);
                return new CancelRequest.NotRequested();
            }
            case "requested" -> {
                CancelRequest requested =
                        new CancelRequest.Requested(in.time(), in.text(), in.flag());
                in.skip(3);
                return requested;
            }
            case "answered" -> {
                return new CancelRequest.Answered(
                        in.time(), in.text(), in.flag(), in.text(), in.text(), in.time());
            }
            default -> throw new IllegalArgumentException("cancel_state is '" + state + "'");
        }
    }

    static void writeSettlement(RowWriter out, Operation operation) {
        switch (operation.settlement()) {
            case Settlement.Open() -> out.text(OPEN).absent(8);
            case Settlement.Settled(var state, var at, var by, var evidence, var confirmedAt) ->
                out.text("settled")
                        .word(SETTLED, state)
                        .time(at)
                        .text(by)
                        .text(evidence)
                        .time(confirmedAt)
                        .absent(3);
            case Settlement.Unknown(var heldBy, var why, var since) ->
                out.text(UNKNOWN).absent(5).text(heldBy).text(why).time(since);
        }
        out.text(unresolved(operation));
    }

    static Settlement settlement(RowReader in) {
        String state = in.text();
        switch (state) {
            case OPEN -> {
                in.skip(9);
                return new Settlement.Open();
            }
            case "settled" -> {
                Settlement settled = new Settlement.Settled(
                        in.word(SETTLED), in.time(), in.text(), in.text(), in.optionalTime());
                in.skip(4);
                return settled;
            }
            case UNKNOWN -> {
                in.skip(5);
                Settlement unknown = new Settlement.Unknown(in.text(), in.text(), in.time());
                in.skip(1);
                return unknown;
            }
            default -> throw new IllegalArgumentException("settlement is '" + state + "'");
        }
    }

    /**
     * Follows from the rest; a column of its own, so that a small index holds what is not final.
     */
    private static Optional<String> unresolved(Operation operation) {
        if (operation.attempt().isEmpty()) {
            return Optional.empty();
        }
        return switch (operation.settlement()) {
            case Settlement.Open() -> Optional.of(OPEN);
            case Settlement.Unknown _ -> Optional.of(UNKNOWN);
            case Settlement.Settled settled ->
                settled.provisional() ? Optional.of(PROVISIONAL) : Optional.empty();
        };
    }

    static void write(RowWriter out, Looking looking) {
        Optional<Looking.Seen> last = looking.last();
        out.number(looking.tries())
                .time(looking.nextAt())
                .time(looking.deadline())
                .text(last.map(Looking.Seen::word))
                .text(last.map(Looking.Seen::detail))
                .time(last.map(Looking.Seen::begunAt))
                .time(last.map(Looking.Seen::answeredAt))
                .flag(looking.jobSeen())
                .time(looking.jobEndedAt());
    }

    static Looking looking(RowReader in) {
        return new Looking(
                in.integer(),
                in.optionalTime(),
                in.optionalTime(),
                seen(in),
                in.flag(),
                in.optionalTime());
    }

    private static Optional<Looking.Seen> seen(RowReader in) {
        Optional<String> word = in.optionalText();
        if (word.isEmpty()) {
            in.skip(3);
            return Optional.empty();
        }
        return Optional.of(new Looking.Seen(word.get(), in.text(), in.time(), in.time()));
    }
}
