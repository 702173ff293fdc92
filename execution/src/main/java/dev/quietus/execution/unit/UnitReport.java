package dev.quietus.execution.unit;

import dev.quietus.execution.output.OutputFacts;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What is known of a unit at its end.
 *
 * @param name which unit
 * @param rung how firmly it was held
 * @param cause why it came to its end
 * @param leader how the started process ended
 * @param members what became of everything it started
 * @param output its standard output
 * @param error its standard error
 * @param steps the steps of the end, in order
 * @param openedAt when the command's first instruction was allowed to run
 * @param ran how long it was from there to the leader's end
 */
public record UnitReport(
        UnitName name,
        Rung rung,
        EndCause cause,
        LeaderEnd leader,
        MembersEnd members,
        OutputFacts output,
        OutputFacts error,
        List<Step> steps,
        Instant openedAt,
        Duration ran) {
    /** Copies the list. */
    public UnitReport {
        steps = List.copyOf(steps);
    }

    /**
     * Whether the command was kept from saying all that it had to say: it was killed, or asked to
     * end and did not come to a good one. What was read may be read to its end and is a part.
     */
    public boolean outputCutOff() {
        return switch (leader) {
            case LeaderEnd.Exited(int code) -> code != 0 && !(cause instanceof EndCause.OwnEnd);
            case LeaderEnd.Killed _, LeaderEnd.NotSeen _ -> true;
        };
    }

    /** Whether both streams were read to their end. */
    public boolean outputComplete() {
        return output.complete() && error.complete();
    }
}
