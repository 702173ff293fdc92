package dev.quietus.cli.stop;

import dev.quietus.cli.config.Connection;
import dev.quietus.cli.view.BarrierFacts;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.LampText;
import dev.quietus.cli.view.Line;
import dev.quietus.cli.view.SafeText;
import dev.quietus.cli.view.Tone;
import dev.quietus.client.json.JsonObject;

import java.util.List;
import java.util.Optional;

/** What the stop button says: at the acknowledgement, and when it was refused or not heard. */
final class StopText {

    private static final int HEADING = 43;

    private StopText() {}

    /** What is known at the acknowledgement, for somebody who does not wait. */
    static void acknowledged(BarrierFacts barrier, Console console) {
        if (barrier.ended()) {
            EndText.ended(barrier, Optional.empty(), console);
            return;
        }
        console.line(heading(barrier, console));
        console.line("");
        List<String> lines = LampText.lines(barrier, console);
        for (int i = 0; i < lines.size(); i++) {
            console.line(lines.get(i));
        }
        console.line("");
        console.line("The barrier goes on by itself."
                .concat("             quietus watch ")
                .concat(barrier.run()));
    }

    /** {@code Stopping RUN and 2 descendants barrier ID · asked by operator:thomas}. */
    static String heading(BarrierFacts barrier, Console console) {
        String what = barrier.run();
        if (!barrier.ofEverything()) {
            what = barrier.selector().replace(":", " ").concat(" of ").concat(what);
        } else if (barrier.descendants() > 0) {
            what = what.concat(" and ").concat(Line.count(barrier.descendants(), "descendant"));
        }
        StringBuilder line = new StringBuilder(120)
                .append(console.toned(
                        Tone.BOLD, Line.padded(SafeText.of("Stopping ".concat(what)), HEADING)))
                .append("barrier ")
                .append(barrier.id());
        Optional<String> by = barrier.requestedBy();
        if (by.isPresent()) {
            line.append(" · asked by ").append(SafeText.of(by.get()));
        }
        return line.toString();
    }

    /** The server said no for good. */
    static CommandException refused(String what, int status, JsonObject problem) {
        String told = SafeText.of(StopButton.told(problem));
        switch (status) {
            case 401:
                return new CommandException(
                        Exit.REFUSED,
                        "stop of " + what + " refused: " + told
                                + "; name an operator's token with --token, QUIETUS_TOKEN or"
                                + " token_file");
            case 403:
                return new CommandException(
                        Exit.REFUSED,
                        "stop of " + what + " refused: " + told + "; an operator's token may");
            case 404:
                return new CommandException(
                        Exit.NOT_FOUND,
                        "stop of " + what + ": " + told + "; 'quietus runs' lists the runs");
            case 400:
                return new CommandException(Exit.USAGE, "stop of " + what + ": " + told);
            default:
                return new CommandException(
                        Exit.ERROR,
                        "stop of " + what + " refused with status " + status + ": " + told);
        }
    }

    /** Nobody acknowledged in time. */
    static CommandException notAcknowledged(
            String what, int tries, String reason, StopWish wish, Connection connection) {
        return new CommandException(
                Exit.UNREACHABLE,
                "stop of " + what + " is NOT acknowledged: " + SafeText.of(reason) + " at "
                        + connection.url() + " (" + Line.count(tries, "try", "tries") + " in "
                        + wish.retryFor().toMillis() / 1000.0
                        + " s); it may go on: press again, or name the server with --url");
    }
}
