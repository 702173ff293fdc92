package dev.quietus.cli.exec;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Exit;
import dev.quietus.client.Quietus;
import dev.quietus.client.scope.CancellationScope;
import dev.quietus.client.scope.RunSignals;
import dev.quietus.execution.files.FileReport;
import dev.quietus.execution.files.FileTrackingException;
import dev.quietus.execution.files.Tracking;
import dev.quietus.execution.files.TrackingLimits;
import dev.quietus.execution.unit.EndCause;
import dev.quietus.execution.unit.ExecutionUnit;
import dev.quietus.execution.unit.UnitJournal;
import dev.quietus.execution.unit.UnitReport;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A command from its begin on: noted, opened, followed, and reported. Begun already, it is finished
 * in any case, unless its end can't be proven. For the thread that made it.
 */
final class RunningCommand {
    private static final Duration ASK_EVERY = Duration.ofSeconds(5);

    private final ExecWish wish;
    private final Quietus server;
    private final ExecLines lines;
    private final ExecutionUnit unit;
    private final UnitPlace place;
    private final BegunUnit begun;
    private final Thread thread = Thread.currentThread();
    private Optional<Tracking> tracking = Optional.empty();
    private boolean takingSnapshot;

    RunningCommand(
            ExecWish wish,
            Quietus server,
            String url,
            ExecLines lines,
            ExecutionUnit unit,
            long attempt,
            UnitPlace place,
            UnitJournal journal) {
        this.wish = wish;
        this.server = server;
        this.lines = lines;
        this.unit = unit;
        this.place = place;
        this.begun =
                new BegunUnit("the command", wish, server, url, unit, attempt, journal, lines::say);
    }

    int run() {
        EndByHook hook = EndByHook.install(unit);
        try {
            return open().map(this::recorded).orElseGet(this::neverRan);
        } finally {
            hook.done();
        }
    }

    /** Notes the unit, opens the gate, and follows the command to its end. */
    private Optional<UnitReport> open() {
        try (CancellationScope scope = CancellationScope.root(wish.operation());
                Beats beats = begun.beats(this::stop)) {
            scope.onCancel(reason -> stop(reason.detail()));
            RunSignals signals = RunSignals.follow(
                    server, wish.run(), scope, signal -> beats.nudge(), ASK_EVERY);
            try {
                return follow();
            } finally {
                signals.close();
            }
        } catch (IOException e) {
            begun.notNoted(e);
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(Exit.ERROR, "exec: interrupted", e);
        }
    }

    private Optional<UnitReport> follow() throws IOException, InterruptedException {
        takeSnapshot();
        begun.note();
        if (!unit.open()) {
            return Optional.empty();
        }
        InputCopy.start(wish.input(), unit.input());
        return Optional.of(unit.await());
    }

    /** What was there before; a stop breaks it off, and then the gate stays shut. */
    private void takeSnapshot() {
        synchronized (this) {
            takingSnapshot = wish.tracked().isPresent();
        }
        try {
            tracking = wish.tracked()
                    .map(folder -> Tracking.begin(
                            folder, place.files(), TrackingLimits.DEFAULT, (entries, bytes) -> {}));
        } catch (FileTrackingException e) {
            unit.cancel(new EndCause.Interrupted("no snapshot could be taken"));
            lines.say("not started: " + e.getMessage());
        } finally {
            synchronized (this) {
                takingSnapshot = false;
                Thread.interrupted();
            }
        }
    }

    private void stop(String reason) {
        unit.cancel(new EndCause.StopRequested(reason));
        synchronized (this) {
            if (takingSnapshot) {
                thread.interrupt();
            }
        }
    }

    private int neverRan() {
        return begun.neverRan(
                unit.wanted().filter(EndCause.StopRequested.class::isInstance).isPresent());
    }

    private int recorded(UnitReport report) {
        Optional<FileReport> files = tracking.flatMap(this::compare);
        ExecEnd end = new ExecEnd(report, files);
        begun.keepReport(place, end);
        lines.ended(report, files);
        if (!end.proven()) {
            return begun.notProven(end);
        }
        boolean told = begun.finish(end.facts(wish.effects() == ExecWish.ChangesWish.FILES));
        return told ? end.exit() : Exit.UNREACHABLE;
    }

    private Optional<FileReport> compare(Tracking begun) {
        try {
            return Optional.of(begun.report((entries, bytes) -> {}));
        } catch (FileTrackingException e) {
            lines.say("the tracked folder could not be compared: " + e.getMessage());
            return Optional.empty();
        }
    }
}
