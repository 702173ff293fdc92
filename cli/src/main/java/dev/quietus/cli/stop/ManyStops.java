package dev.quietus.cli.stop;

import dev.quietus.cli.config.Connection;
import dev.quietus.cli.view.BarrierFacts;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.LampText;
import dev.quietus.cli.view.Line;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.HttpAnswer;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.http.QuietusUnreachableException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.stop.FailedAttempt;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A stop by label or of everything: pressed again and again like the stop of one run, over the SDK.
 */
final class ManyStops {

    private static final long LONGEST_PAUSE_MILLIS = 2_000;
    private static final Duration ONE_TRY = Duration.ofSeconds(30);

    private final StopWish wish;
    private final Connection connection;
    private final Console console;

    private ManyStops(StopWish wish, Connection connection, Console console) {
        this.wish = wish;
        this.connection = connection;
        this.console = console;
    }

    static int run(StopWish wish, Connection connection, Console console) {
        return new ManyStops(wish, connection, console).run();
    }

    private int run() {
        JsonObject answer = press();
        List<BarrierFacts> barriers = answer.array("barriers").objects().stream()
                .map(BarrierFacts::new)
                .toList();
        boolean frozen = answer.optionalBool("frozen").orElse(false);
        console.line("Stopping " + Line.count(barriers.size(), "run") + " (" + what() + ")"
                + (frozen ? "   new runs are refused until 'quietus reopen'" : ""));
        if (barriers.isEmpty()) {
            return Exit.DONE;
        }
        console.line("");
        if (wish.awaitReceipt()) {
            return new ReceiptWait(connection, console, wish.retryFor()).ofAll(barriers);
        }
        for (BarrierFacts barrier : barriers) {
            console.line(
                    "  " + Line.padded(barrier.id(), 40) + "  " + LampText.brief(barrier, console));
        }
        console.line("");
        console.line("The barriers go on by themselves.          quietus watch");
        return Exit.DONE;
    }

    private String what() {
        return wish.target() instanceof StopTarget.Labelled labelled ? labelled.label() : "all";
    }

    private JsonObject press() {
        HttpCall call = HttpCall.post(wish.body(), "v1", "stops").within(ONE_TRY);
        PressProgress progress = new PressProgress(console, false);
        long startNanos = System.nanoTime();
        long pauseMillis = 100;
        try (Quietus server = connection.open(1)) {
            for (int tries = 1; ; tries++) {
                String reason;
                try {
                    if (server.client().call(call) instanceof HttpAnswer.Answered answered) {
                        progress.done();
                        return answered.object();
                    }
                    reason = "the server answered without a list of barriers";
                } catch (QuietusUnreachableException e) {
                    reason = e.reason();
                } catch (QuietusProblemException e) {
                    reason = "the server answered with status " + e.status();
                    if (e.status() < 500 && e.status() != 429) {
                        throw StopText.refused(
                                what(), e.status(), e.problem().orElse(JsonObject.empty()));
                    }
                } catch (QuietusException e) {
                    reason = String.valueOf(e.getMessage());
                }
                Duration elapsed = Duration.ofNanos(System.nanoTime() - startNanos);
                progress.noAnswerYet(new FailedAttempt(tries, elapsed, reason));
                if (elapsed.compareTo(wish.retryFor()) >= 0) {
                    progress.done();
                    throw StopText.notAcknowledged(what(), tries, reason, wish, connection);
                }
                pause(Math.min(pauseMillis, wish.retryFor().minus(elapsed).toMillis() + 1));
                pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, pauseMillis * 2);
            }
        }
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(Exit.ERROR, "interrupted before an answer came", e);
        }
    }
}
