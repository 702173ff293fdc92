package dev.quietus.cli.exec;

import dev.quietus.cli.view.SafeText;
import dev.quietus.execution.unit.EndCause;
import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.Step;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitReport;
import dev.quietus.execution.unit.UnitText;
import dev.quietus.execution.unit.UnitWatch;

import java.util.List;
import java.util.function.Consumer;

/** What people read of a unit's end, whoever started it. Safe for use by several threads. */
public final class EndLines implements UnitWatch {
    private final String what;
    private final Consumer<String> say;
    private volatile String why = "";

    /**
     * Says lines.
     *
     * @param what what runs, such as {@code the command}
     * @param say takes a line
     */
    public EndLines(String what, Consumer<String> say) {
        this.what = what;
        this.say = say;
    }

    @Override
    public void ending(UnitName unit, EndCause cause, List<Member> living) {
        why = switch (cause) {
            case EndCause.OwnEnd _ -> what + " left processes behind";
            case EndCause.StopRequested(String reason) ->
                "stop requested" + (reason.isBlank() ? "" : " (" + SafeText.of(reason) + ")");
            case EndCause.TimedOut(var limit) -> "timed out after " + UnitText.duration(limit);
            case EndCause.Interrupted(String by) -> "interrupted (" + by + ")";
            case EndCause.SupervisorLost _ -> "its supervisor died";
        };
    }

    @Override
    public void step(Step step) {
        switch (step.kind()) {
            case TERMINATE_REQUESTED -> say.accept(why + " · " + step.detail());
            case KILLED -> say.accept("SIGKILL to " + step.detail());
            case DOOR_CLOSED, NOTED, GRACE_OVER, MEMBERS_ENDED, OUTPUT_DRAINED -> {}
        }
    }

    /** Whether it ended by itself and left nobody, so that its own words say it all. */
    public static boolean plain(UnitReport unit) {
        return unit.cause() instanceof EndCause.OwnEnd
                && unit.leader() instanceof LeaderEnd.Exited
                && unit.members().confirmed()
                && unit.members().asked() == 0
                && !unit.members().forced();
    }

    /** How it ended. */
    public static String ended(UnitReport unit) {
        return "ended   leader " + UnitText.leader(unit.leader()) + " after "
                + UnitText.duration(unit.ran()) + " · "
                + SafeText.of(UnitText.members(unit.members()));
    }
}
