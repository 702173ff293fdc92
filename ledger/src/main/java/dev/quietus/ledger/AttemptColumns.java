package dev.quietus.ledger;

import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.WorkerId;

import java.util.Optional;

/**
 * How the last attempt lies in an operation's row: 14 columns, number 0 where there is none. The
 * last of them follows from the others and is there for its index: when the worker counts as
 * silent.
 */
final class AttemptColumns {
    private static final Words<Attempt.Sent> SENT = new Words<>(Attempt.Sent.class);
    private static final Words<Attempt.Outcome> OUTCOME = new Words<>(Attempt.Outcome.class);
    private static final Words<Attempt.ReportedEffect> REPORTED =
            new Words<>(Attempt.ReportedEffect.class);

    private AttemptColumns() {}

    static void write(RowWriter out, Optional<Attempt> begun, ExecutionState execution) {
        if (begun.isEmpty()) {
            out.number(0).absent(13);
            return;
        }
        Attempt attempt = begun.get();
        out.number(attempt.number())
                .text(attempt.worker().value())
                .text(attempt.request().value())
                .time(attempt.begunAt())
                .time(attempt.heartbeatAt())
                .duration(attempt.heartbeatTimeout())
                .word(SENT, attempt.sent())
                .text(attempt.providerJob());
        Optional<Attempt.Result> result = attempt.result();
        out.text(result.map(found -> OUTCOME.of(found.outcome())))
                .text(result.map(found -> REPORTED.of(found.effect())))
                .time(result.map(Attempt.Result::finishedAt))
                .text(result.flatMap(Attempt.Result::outputDigest))
                .text(result.flatMap(Attempt.Result::error));
        boolean listened = execution == ExecutionState.RUNNING;
        out.time(listened ? Optional.of(attempt.silentAt()) : Optional.empty());
    }

    static Optional<Attempt> read(RowReader in) {
        int number = in.integer();
        if (number == 0) {
            in.skip(13);
            return Optional.empty();
        }
        Attempt attempt = new Attempt(
                number,
                new WorkerId(in.text()),
                new RequestId(in.text()),
                in.time(),
                in.time(),
                in.duration(),
                in.word(SENT),
                in.optionalText(),
                result(in));
        in.skip(1);
        return Optional.of(attempt);
    }

    private static Optional<Attempt.Result> result(RowReader in) {
        Optional<Attempt.Outcome> outcome = in.optionalWord(OUTCOME);
        if (outcome.isEmpty()) {
            in.skip(4);
            return Optional.empty();
        }
        return Optional.of(new Attempt.Result(
                outcome.get(), in.word(REPORTED), in.time(), in.optionalText(), in.optionalText()));
    }
}
