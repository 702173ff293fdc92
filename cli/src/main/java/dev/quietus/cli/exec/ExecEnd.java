package dev.quietus.cli.exec;

import dev.quietus.cli.view.Exit;
import dev.quietus.client.Effect;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.Outcome;
import dev.quietus.execution.files.FileReport;
import dev.quietus.execution.unit.EndCause;
import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.UnitReport;
import dev.quietus.execution.unit.UnitText;

import java.util.Optional;

/**
 * What the end of a unit means: for the record, and for whoever called. A proven result is kept,
 * whatever was asked for meanwhile: a command that exits with 0 while it is being stopped has
 * succeeded.
 *
 * @param unit what is known of the unit
 * @param files what is known of the tracked folder
 */
public record ExecEnd(UnitReport unit, Optional<FileReport> files) {
    /** What timeout(1) answers. */
    static final int TIMED_OUT = 124;

    private static final int SIGNALLED = 128;

    /**
     * Whether there is a result to record. What was ended needs a proof that everything of it has
     * ended. A command that ended by itself, where nothing can prove more and nobody was seen to be
     * left, has its own result; that nothing more was shown stands in the detail.
     */
    public boolean proven() {
        boolean ownEnd = unit.cause() instanceof EndCause.OwnEnd
                && !unit.rung().canProve()
                && unit.members().left().isEmpty();
        return (unit.members().confirmed() || ownEnd)
                && !(unit.leader() instanceof LeaderEnd.NotSeen);
    }

    /** How the attempt ended. */
    public Outcome outcome() {
        if (unit.leader().equals(new LeaderEnd.Exited(0))) {
            return Outcome.SUCCEEDED;
        }
        return switch (unit.cause()) {
            case EndCause.StopRequested _ -> Outcome.CANCELLED;
            case EndCause.Interrupted _ -> Outcome.CANCELLED;
            case EndCause.OwnEnd _, EndCause.TimedOut _, EndCause.SupervisorLost _ ->
                Outcome.FAILED;
        };
    }

    /**
     * What is told to the server.
     *
     * @param filesOnly whether the command changes files of the tracked folder and nothing else
     */
    public FinishFacts facts(boolean filesOnly) {
        FinishFacts facts = FinishFacts.of(outcome()).withDetail(detail());
        // Of half an output nothing is to be bound to a result.
        if (unit.outputComplete() && !unit.outputCutOff()) {
            facts = facts.withOutputDigest("sha256:" + unit.output().sha256());
        }
        if (outcome() != Outcome.SUCCEEDED) {
            facts = facts.withError(why() + UnitText.leader(unit.leader()));
        }
        return filesOnly ? facts.withEffect(seen()) : facts;
    }

    private Effect seen() {
        return files.map(ExecEnd::effect).orElse(Effect.UNKNOWN);
    }

    /** What the comparison of a tracked folder says of the effect. */
    private static Effect effect(FileReport report) {
        return switch (report.shown()) {
            case CHANGED -> Effect.PRESENT;
            case UNCHANGED -> Effect.ABSENT;
            case NOT_KNOWN -> Effect.UNKNOWN;
        };
    }

    private String why() {
        return switch (unit.cause()) {
            case EndCause.OwnEnd _ -> "";
            case EndCause.StopRequested(String reason) -> "stopped (" + reason + "): ";
            case EndCause.TimedOut(var limit) ->
                "timed out after " + UnitText.duration(limit) + ": ";
            case EndCause.Interrupted(String by) -> "interrupted (" + by + "): ";
            case EndCause.SupervisorLost _ -> "its supervisor died: ";
        };
    }

    private String detail() {
        return UnitText.whole(unit)
                + files.map(report -> "; " + UnitText.files(report)).orElse("");
    }

    /** The exit code of {@code quietus exec}. */
    public int exit() {
        boolean ended = unit.cause() instanceof EndCause.OwnEnd;
        if (unit.leader() instanceof LeaderEnd.Exited(int code) && (ended || code == 0)) {
            return code;
        }
        return switch (unit.cause()) {
            case EndCause.StopRequested _ -> Exit.RUN_STOPPED;
            case EndCause.TimedOut _ -> TIMED_OUT;
            case EndCause.Interrupted _ -> SIGNALLED + 2;
            case EndCause.OwnEnd _, EndCause.SupervisorLost _ ->
                unit.leader() instanceof LeaderEnd.Killed(int signal, boolean _)
                        ? SIGNALLED + signal
                        : Exit.ERROR;
        };
    }
}
