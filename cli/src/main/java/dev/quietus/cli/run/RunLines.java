package dev.quietus.cli.run;

import dev.quietus.cli.exec.EndLines;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.SafeText;
import dev.quietus.execution.unit.UnitReport;
import dev.quietus.execution.unit.UnitWatch;

import java.util.List;

/** What people read on the side of errors: at the start, while the run is stopped, at its end. */
final class RunLines {
    private final Console console;
    private final boolean quiet;
    private final EndLines end = new EndLines("the agent", this::say);
    private volatile boolean raw;

    RunLines(Console console, boolean quiet) {
        this.console = console;
        this.quiet = quiet;
    }

    /** Whether the terminal passes everything on as it is, so that lines must return themselves. */
    void raw(boolean now) {
        raw = now;
    }

    /** The run is registered and its agent about to start. */
    void begins(String run, List<String> behind, List<String> notBehind) {
        if (quiet) {
            return;
        }
        say("run " + run + "   stop it with 'quietus stop " + run + "'");
        say("behind it: " + String.join(", ", behind));
        notBehind.forEach(each -> say("not behind it: " + SafeText.of(each)));
    }

    /** Says how it is ended, while that goes on. */
    UnitWatch watch() {
        return end;
    }

    /** The end, where there is more to say than the agent's own words. */
    void ended(UnitReport unit) {
        if (!EndLines.plain(unit)) {
            say(EndLines.ended(unit));
        }
    }

    /** The run was stopped, and its agent is gone. */
    void stopped(String run, int inFlight) {
        say("stopping " + run + "   nothing of it can start any more"
                + (inFlight == 0
                        ? ""
                        : " · " + inFlight + (inFlight == 1 ? " call" : " calls")
                                + " in flight recorded as ended with it")
                + "   quietus watch " + run);
    }

    void say(String text) {
        if (raw) {
            console.err().print(console.shown("quietus: " + text) + "\r\n");
            console.err().flush();
        } else {
            console.note("quietus: " + text);
        }
    }
}
