package dev.quietus.cli.exec;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.Failure;
import dev.quietus.client.Effect;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.FinishRequest;
import dev.quietus.client.HeartbeatRequest;
import dev.quietus.client.Outcome;
import dev.quietus.client.Quietus;
import dev.quietus.client.SendState;
import dev.quietus.client.http.QuietusException;
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
    private static final Duration BEAT = Duration.ofSeconds(10);
    private static final Duration ASK_EVERY = Duration.ofSeconds(5);

    private final ExecWish wish;
    private final Quietus server;
    private final String url;
    private final ExecLines lines;
    private final ExecutionUnit unit;
    private final long attempt;
    private final UnitPlace place;
    private final UnitJournal journal;
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
        this.url = url;
        this.lines = lines;
        this.unit = unit;
        this.attempt = attempt;
        this.place = place;
        this.journal = journal;
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
                Beats beats = Beats.start(server, beat(), BEAT, this::stop)) {
            scope.onCancel(reason -> stop(reason.detail()));
            RunSignals signals = RunSignals.follow(
                    server, wish.run(), scope, signal -> beats.nudge(), ASK_EVERY);
            try {
                return follow();
            } finally {
                signals.close();
            }
        } catch (IOException e) {
            unit.cancel(new EndCause.Interrupted("it could not be noted"));
            lines.say("not started: " + unit.name() + " could not be noted: " + e);
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(Exit.ERROR, "exec: interrupted", e);
        }
    }

    private Optional<UnitReport> follow() throws IOException, InterruptedException {
        takeSnapshot();
        journal.write(entry(Optional.empty()));
        if (!unit.open()) {
            return Optional.empty();
        }
        InputCopy.start(wish.input(), unit.input());
        return Optional.of(unit.await());
    }

    private UnitJournal.Entry entry(Optional<UnitJournal.Ended> ended) {
        return new UnitJournal.Entry(
                unit.name(),
                url,
                wish.run(),
                wish.operation(),
                attempt,
                unit.holder(),
                wish.budgets().grace(),
                wish.tracked().stream().toList(),
                ended);
    }

    private HeartbeatRequest beat() {
        return new HeartbeatRequest(
                wish.run(),
                wish.operation(),
                attempt,
                unit.name().toString(),
                Optional.empty(),
                Optional.empty());
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

    /** It was stopped, or could not be made ready; the command's first instruction never ran. */
    private int neverRan() {
        boolean stopped =
                unit.wanted().filter(EndCause.StopRequested.class::isInstance).isPresent();
        String why = stopped
                ? "stopped before its first instruction"
                : "it could not be made ready to start";
        finish(FinishFacts.of(stopped ? Outcome.CANCELLED : Outcome.FAILED)
                .withSent(SendState.NOT_SENT)
                .withEffect(Effect.NONE)
                .withError(why));
        lines.say(why + "; nothing was run");
        return stopped ? Exit.RUN_STOPPED : Exit.ERROR;
    }

    private int recorded(UnitReport report) {
        Optional<FileReport> files = tracking.flatMap(this::compare);
        ExecEnd end = new ExecEnd(report, files);
        try {
            place.write(ReportJson.of(wish, end));
        } catch (IOException e) {
            lines.say("the report could not be kept: " + e);
        }
        lines.ended(report, files);
        if (!end.proven()) {
            return notProven(end);
        }
        boolean told = finish(end.facts(wish.effects() == ExecWish.ChangesWish.FILES));
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

    /** There is no result yet; the note stays, so that the next one looks again. */
    private int notProven(ExecEnd end) {
        String detail = end.facts(false).detail().orElse("");
        try (Beats once = Beats.start(server, beat(), BEAT, reason -> {})) {
            once.say(detail);
        } catch (QuietusException e) {
            lines.say(Failure.of(e).line());
        }
        lines.say("not recorded as ended: it stays unknown until that is proven");
        return Exit.STOP_INCOMPLETE;
    }

    /** The result is on this machine's disk before it is told: a lost server loses nothing. */
    private boolean finish(FinishFacts facts) {
        try {
            journal.write(entry(Optional.of(PendingResult.noted(facts))));
        } catch (IOException e) {
            lines.say("its result could not be noted: " + e);
        }
        try {
            server.finish(new FinishRequest(
                    wish.run(), wish.operation(), attempt, unit.name().toString(), facts));
        } catch (QuietusException e) {
            lines.say("the command has ended (" + facts.outcome().wireName()
                    + "), and that is NOT recorded: " + Failure.of(e).line()
                    + "; the next 'quietus exec' here tells it");
            return false;
        }
        try {
            journal.delete(unit.name());
        } catch (IOException e) {
            lines.say("its note stays behind: " + e);
        }
        return true;
    }
}
