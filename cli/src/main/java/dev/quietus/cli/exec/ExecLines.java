package dev.quietus.cli.exec;

import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.SafeText;
import dev.quietus.execution.files.FileReport;
import dev.quietus.execution.unit.EndCause;
import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.Step;
import dev.quietus.execution.unit.UnitReport;
import dev.quietus.execution.unit.UnitText;

import java.util.Optional;

/** What people read on the side of errors while a command is ended, and after it. */
final class ExecLines {
    private final Console console;
    private final ExecWish wish;
    private volatile String why = "";

    ExecLines(Console console, ExecWish wish) {
        this.console = console;
        this.wish = wish;
    }

    /** The end was asked for. */
    void ending(EndCause cause) {
        why = switch (cause) {
            case EndCause.OwnEnd _ -> "the command left processes behind";
            case EndCause.StopRequested(String reason) ->
                "stop requested" + (reason.isBlank() ? "" : " (" + SafeText.of(reason) + ")");
            case EndCause.TimedOut(var limit) -> "timed out after " + UnitText.duration(limit);
            case EndCause.Interrupted(String by) -> "interrupted (" + by + ")";
            case EndCause.SupervisorLost _ -> "its supervisor died";
        };
    }

    /** A step of the end. */
    void step(Step step) {
        switch (step.kind()) {
            case TERMINATE_REQUESTED -> say(why + " · " + step.detail());
            case KILLED -> say("SIGKILL to " + step.detail());
            case DOOR_CLOSED, NOTED, GRACE_OVER, MEMBERS_ENDED, OUTPUT_DRAINED -> {}
        }
    }

    /** The end, where there is more to say than the command's own words. */
    void ended(UnitReport unit, Optional<FileReport> files) {
        boolean plain = unit.cause() instanceof EndCause.OwnEnd
                && unit.leader() instanceof LeaderEnd.Exited
                && unit.members().confirmed()
                && unit.members().seen() == 0
                && unit.outputComplete();
        if (!plain) {
            say("ended   leader " + UnitText.leader(unit.leader()) + " after "
                    + UnitText.duration(unit.ran()) + " · "
                    + SafeText.of(UnitText.members(unit.members())) + " · "
                    + SafeText.of(UnitText.output(unit)));
        }
        dropped(unit).ifPresent(this::say);
        unit.output().trouble().ifPresent(this::say);
        unit.error().trouble().ifPresent(this::say);
        files.ifPresent(report -> say(UnitText.changes(report) + "   quietus undo " + wish.run()
                + "/" + wish.operation() + " --dry-run"));
    }

    private static Optional<String> dropped(UnitReport unit) {
        long dropped = unit.output().bytes()
                - unit.output().kept()
                + unit.error().bytes()
                - unit.error().kept();
        return dropped == 0
                ? Optional.empty()
                : Optional.of(dropped + " bytes of output were passed on and not kept");
    }

    void say(String text) {
        console.note("quietus: " + text);
    }
}
