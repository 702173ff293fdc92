package dev.quietus.cli.stop;

import dev.quietus.cli.view.BarrierFacts;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Line;
import dev.quietus.cli.view.SafeText;
import dev.quietus.cli.view.Sign;
import dev.quietus.cli.view.Tone;
import dev.quietus.client.json.JsonObject;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The end of a stop: stopped and quiet, or incomplete with the persons' names. */
final class EndText {

    private static final int HEADING = 43;
    private static final int NAME = 36;

    private EndText() {}

    /**
     * Prints it.
     *
     * @param receipt what is known of the receipt, such as {@code receipt valid}; empty: not read
     */
    static void ended(BarrierFacts barrier, Optional<String> receipt, Console console) {
        if (barrier.stoppedAndQuiet()) {
            stoppedAndQuiet(barrier, receipt, console);
        } else {
            incomplete(barrier, console);
        }
    }

    private static void stoppedAndQuiet(
            BarrierFacts barrier, Optional<String> receipt, Console console) {
        String scope = barrier.ofEverything()
                ? ""
                : ": " + SafeText.of(barrier.selector().replace(":", " "));
        List<String> beside = new ArrayList<>();
        receipt.ifPresent(beside::add);
        if (barrier.counted()) {
            beside.add(barrier.number("quiet_period_seconds") + " s without movement");
        }
        console.line(console.toned(Tone.GREEN, Line.padded("Stopped and quiet" + scope, HEADING))
                + (beside.isEmpty() ? "barrier " + barrier.id() : String.join(" · ", beside)));
        if (barrier.counted()) {
            console.line("  " + counts(barrier));
        }
        console.line("  " + barrier.receiptCommand());
    }

    /** {@code 1 cancelled without effect · 0 completed · 0 unknown · 2 late attempts denied}. */
    private static String counts(BarrierFacts barrier) {
        List<String> parts = new ArrayList<>();
        parts.add(barrier.effects("cancelled_without_effect") + " cancelled without effect");
        parts.add(barrier.effects("completed_and_verified") + " completed");
        long plain = barrier.effects("ended_no_effect_expected");
        if (plain > 0) {
            parts.add(plain + " ended, no effect expected");
        }
        parts.add(barrier.effects("unknown") + " unknown");
        long late = barrier.number("late_attempts_denied");
        if (late > 0) {
            parts.add(Line.count(late, "late attempt") + " denied");
        }
        return String.join(" · ", parts);
    }

    private static void incomplete(BarrierFacts barrier, Console console) {
        console.line(console.toned(Tone.RED, Line.padded("Stop incomplete", HEADING))
                + (barrier.counted()
                        ? Line.count(barrier.effects("unknown"), "outcome") + " unknown"
                        : "barrier " + barrier.id() + " stays open"));
        for (JsonObject operation : barrier.inFlight()) {
            if (operation.optionalString("settled_state").orElse("").equals("unknown")) {
                unknown(operation, barrier, console);
            }
        }
        console.line("  " + barrier.receiptCommand());
        if (!barrier.counted()) {
            console.line("  quietus show " + barrier.id());
        }
    }

    private static void unknown(JsonObject operation, BarrierFacts barrier, Console console) {
        String id = operation.string("operation_id");
        String run = operation.optionalString("run_id").orElse(barrier.run());
        String holder = operation.optionalString("held_by").orElse("nobody");
        console.line("  "
                + console.sign(Sign.NEEDS_PERSON, Line.padded(SafeText.of(id), NAME))
                + "   held by " + SafeText.of(holder));
        console.line("      why    "
                + SafeText.of(operation.optionalString("why").orElse("nobody said why")));
        console.line("      now    " + next(operation, console) + "; the barrier stays open");
        console.line("      you    quietus settle " + run + "/" + id + " --as … --evidence \"…\"");
    }

    private static String next(JsonObject operation, Console console) {
        Optional<Instant> next = operation
                .optionalObject("effect_check")
                .flatMap(check -> check.optionalInstant("next_at"));
        return next.isPresent()
                ? "asked again at " + console.times().second(next.get())
                : "nobody is asked again, for nothing can show it";
    }
}
