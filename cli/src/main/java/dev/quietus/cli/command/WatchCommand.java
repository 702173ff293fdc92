package dev.quietus.cli.command;

import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.LiveRegion;
import dev.quietus.cli.view.SaidOnce;
import dev.quietus.client.http.EventStream;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.http.QuietusInterruptedException;
import dev.quietus.client.http.QuietusProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code quietus watch [RUN]}: the tree, the lamps and the work in flight, as they are now. Events
 * wake it; every second it looks anyway, so that a lost stream costs a second and nothing else.
 */
@Command
final class WatchCommand implements Callable<Integer> {

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration GATHER = Duration.ofMillis(150);
    private static final int FIRST_ERROR_OF_SERVER = 500;

    private final Invocation invocation;

    @Parameters(
            paramLabel = "RUN",
            arity = "0..1",
            description = "The run, with all below it (default: all that is not over).")
    Optional<String> run = Optional.empty();

    @Option(names = "--once", description = "Show it once and end.")
    boolean once;

    WatchCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        Console console = invocation.console();
        WatchPicture picture = new WatchPicture(invocation, run);
        picture.look();
        if (once) {
            picture.lines().forEach(console::line);
            return 0;
        }
        LiveRegion region = new LiveRegion(console);
        SaidOnce said = new SaidOnce(console);
        show(picture, List.of(), region, said);
        HttpCall call = run.isPresent()
                ? HttpCall.get("v1", "runs", run.get(), "events")
                : HttpCall.get("v1", "events");
        try (EventStream stream = invocation.server().client().events(call, Optional.empty())) {
            while (!console.out().checkError()) {
                await(stream);
                show(picture, look(picture), region, said);
            }
        }
        return 0;
    }

    /** Until something happened or a second is over; what comes right behind it is taken along. */
    private static void await(EventStream stream) {
        try {
            if (stream.next(LOOK).isPresent()) {
                long end = System.nanoTime() + GATHER.toNanos();
                long left = GATHER.toNanos();
                while (left > 0) {
                    stream.next(Duration.ofNanos(left));
                    left = end - System.nanoTime();
                }
            }
        } catch (QuietusInterruptedException e) {
            throw e;
        } catch (QuietusException noStream) {
            // Refused for good: the look every second is under it.
            Pause.of(LOOK);
        }
    }

    /** Looks again; what stands in the way of it, in words. */
    private static List<String> look(WatchPicture picture) {
        try {
            picture.look();
            return List.of();
        } catch (QuietusInterruptedException e) {
            throw e;
        } catch (QuietusProblemException e) {
            if (e.status() < FIRST_ERROR_OF_SERVER) {
                throw e;
            }
            return unreachable(e);
        } catch (QuietusException e) {
            return unreachable(e);
        }
    }

    /** What is shown above it is old then: a server that is away stops nothing by that. */
    private static List<String> unreachable(QuietusException failure) {
        return List.of("", "▲ no answer since then: " + failure.getMessage());
    }

    private void show(
            WatchPicture picture, List<String> trouble, LiveRegion region, SaidOnce said) {
        if (invocation.console().live()) {
            List<String> lines = new ArrayList<>(picture.lines());
            lines.addAll(trouble);
            region.draw(lines);
            return;
        }
        picture.say(said);
    }
}
