package dev.quietus.drill.cases;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.process.LocalCommand;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A local command is stopped that ignores the request to end, as does the child that it has left in
 * a session of its own and without anything to know it by. Nothing of it writes any more when the
 * command's end is recorded.
 */
final class CommandOutlivesStop implements Exercise {
    private static final String OUTCOME = "stopped_and_quiet";

    /** Both end by themselves after a while: also a drill that fails leaves nothing for ever. */
    private static final String MARKS = "trap '' TERM INT HUP; n=0;"
            + " while [ $n -lt 600 ]; do echo x >> \"$0\"; n=$((n+1)); sleep 0.1; done";

    private static final String COMMAND =
            "env -i PATH=\"$PATH\" setsid sh -c \"$1\" child & sh -c \"$1\" leader";

    private static final Duration GRACE = Duration.ofMillis(500);
    private static final long FIVE_MARKS_MILLIS = 500;
    private static final int RUN_STOPPED = 75;

    @Override
    public void play(Bench bench, Findings findings) throws InterruptedException {
        RunAuthority run = bench.register("run");
        String operation = bench.named("command");
        try (LocalCommand command = bench.command(
                run,
                operation,
                List.of(
                        "--operation",
                        operation,
                        "--tool",
                        DrillProvider.COMMAND,
                        "--effects",
                        "none",
                        "--grace",
                        GRACE.toMillis() + "ms",
                        "--",
                        "sh",
                        "-c",
                        "trap '' TERM INT HUP; " + COMMAND,
                        "sh",
                        MARKS))) {
            command.awaitWritten("leader", Bench.SOON);
            command.awaitWritten("child", Bench.SOON);
            JsonObject barrier = bench.stop(run, "drill: a local command does not want to end");
            findings.check("exit code of quietus exec", RUN_STOPPED, command.awaitExit(Bench.SOON));
            long marks = marks(command);
            TimeUnit.MILLISECONDS.sleep(FIVE_MARKS_MILLIS);
            findings.check("marks that came after its end", 0, marks(command) - marks);
            recorded(bench, findings, run, operation, barrier);
        }
    }

    private static long marks(LocalCommand command) {
        return command.written("leader") + command.written("child");
    }

    private static void recorded(
            Bench bench, Findings findings, RunAuthority run, String operation, JsonObject barrier)
            throws InterruptedException {
        String ended = "cancelled_during_execution";
        String state = bench.operator().operation(run.runId(), operation).string("state");
        JsonObject receipt = bench.receipt(barrier, findings);
        String decision = Receipts.word(receipt, "decision");
        findings.observed(state.equals(ended) ? decision : state);
        findings.check("state of the command", ended, state);
        findings.check("decision", OUTCOME, decision);
        findings.check(
                "commands in flight that are settled",
                1,
                Receipts.count(receipt, "work", "in_flight_settled"));
        findings.check(
                "effects.ended_no_effect_expected",
                1,
                Receipts.count(receipt, "effects", "ended_no_effect_expected"));
        findings.check("effects.unknown", 0, Receipts.count(receipt, "effects", "unknown"));
    }
}
