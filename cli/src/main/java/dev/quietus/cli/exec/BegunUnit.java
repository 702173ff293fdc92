package dev.quietus.cli.exec;

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
import dev.quietus.execution.unit.EndCause;
import dev.quietus.execution.unit.ExecutionUnit;
import dev.quietus.execution.unit.UnitJournal;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A unit whose operation has begun, towards the server and this machine's journal: noted, kept
 * alive, finished. For one thread, but for the signs of life.
 */
public final class BegunUnit {
    private static final Duration BEAT = Duration.ofSeconds(10);

    private final String subject;
    private final ExecWish wish;
    private final Quietus server;
    private final String url;
    private final ExecutionUnit unit;
    private final long attempt;
    private final UnitJournal journal;
    private final Consumer<String> say;

    /**
     * Takes it over.
     *
     * @param subject what people call it, such as {@code the command}
     * @param wish what was asked for
     * @param server the server, as the run speaks to it
     * @param url where the server is
     * @param attempt the attempt that has begun
     * @param journal the journal of this machine
     * @param say takes what people are to read
     */
    public BegunUnit(
            String subject,
            ExecWish wish,
            Quietus server,
            String url,
            ExecutionUnit unit,
            long attempt,
            UnitJournal journal,
            Consumer<String> say) {
        this.subject = subject;
        this.wish = wish;
        this.server = server;
        this.url = url;
        this.unit = unit;
        this.attempt = attempt;
        this.journal = journal;
        this.say = say;
    }

    /** Notes the unit where others find it if this process dies. */
    public void note() throws IOException {
        journal.write(entry(Optional.empty()));
    }

    /** It could not be noted: then it is not let go. */
    public void notNoted(IOException why) {
        unit.cancel(new EndCause.Interrupted("it could not be noted"));
        say.accept("not started: " + unit.name() + " could not be noted: " + why);
    }

    /** Keeps the report of its end where people find it. */
    public void keepReport(UnitPlace place, ExecEnd end) {
        try {
            place.write(ReportJson.of(wish, end));
        } catch (IOException e) {
            say.accept("the report could not be kept: " + e);
        }
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

    /**
     * Begins with the signs of life.
     *
     * @param stopRequested gets the reason when it is to end; may be called repeatedly
     */
    public Beats beats(Consumer<String> stopRequested) {
        HeartbeatRequest beat = new HeartbeatRequest(
                wish.run(),
                wish.operation(),
                attempt,
                unit.name().toString(),
                Optional.empty(),
                Optional.empty());
        return Beats.start(server, beat, BEAT, stopRequested);
    }

    /**
     * Its first instruction never ran.
     *
     * @param stopped whether that was because of a stop
     * @return the exit code
     */
    public int neverRan(boolean stopped) {
        String why = stopped
                ? "stopped before its first instruction"
                : "it could not be made ready to start";
        finish(FinishFacts.of(stopped ? Outcome.CANCELLED : Outcome.FAILED)
                .withSent(SendState.NOT_SENT)
                .withEffect(Effect.NONE)
                .withError(why));
        say.accept(why + "; nothing was run");
        return stopped ? Exit.RUN_STOPPED : Exit.ERROR;
    }

    /**
     * There is no result yet; the note stays, so that the next one looks again.
     *
     * @return the exit code
     */
    public int notProven(ExecEnd end) {
        String detail = end.facts(false).detail().orElse("");
        try (Beats once = beats(reason -> {})) {
            once.say(detail);
        } catch (QuietusException e) {
            say.accept(Failure.of(e).line());
        }
        say.accept("not recorded as ended: it stays unknown until that is proven");
        return Exit.STOP_INCOMPLETE;
    }

    /**
     * Tells its result. That is on this machine's disk before: a lost server loses nothing.
     *
     * @return whether the server has it
     */
    public boolean finish(FinishFacts facts) {
        try {
            journal.write(entry(Optional.of(PendingResult.noted(facts))));
        } catch (IOException e) {
            say.accept("its result could not be noted: " + e);
        }
        try {
            server.finish(new FinishRequest(
                    wish.run(), wish.operation(), attempt, unit.name().toString(), facts));
        } catch (QuietusException e) {
            say.accept(subject + " has ended (" + facts.outcome().wireName()
                    + "), and that is NOT recorded: " + Failure.of(e).line()
                    + "; the next 'quietus exec' or 'quietus run' here tells it");
            return false;
        }
        try {
            journal.delete(unit.name());
        } catch (IOException e) {
            say.accept("its note stays behind: " + e);
        }
        return true;
    }
}
