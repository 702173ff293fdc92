package dev.quietus.cli.exec;

import dev.quietus.cli.view.SafeText;
import dev.quietus.client.FinishRequest;
import dev.quietus.client.Outcome;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.QuietusException;
import dev.quietus.execution.Remains;
import dev.quietus.execution.Takeover;
import dev.quietus.execution.unit.OrphanedUnit;
import dev.quietus.execution.unit.UnitJournal;
import dev.quietus.execution.unit.UnitSystem;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The units of this machine whose supervisor died: the next command that runs here ends what is
 * left of them, and records it where it may. What it may not record stays noted, for a server on
 * this machine or a person with more say.
 */
public final class Leftovers {
    /** What can't be shown is not looked for by each command anew, which would wait for it. */
    private static final Duration AGAIN = Duration.ofMinutes(10);

    private final UnitSystem system;
    private final Takeover takeover;
    private final Path state;
    private final String host;
    private final UnitJournal journal;
    private final Quietus server;
    private final String url;
    private final Consumer<String> lines;

    /**
     * Prepares it.
     *
     * @param state the state folder of this machine
     * @param host the name of this machine
     * @param url the address of the server
     * @param lines where people read what was found
     */
    public Leftovers(
            UnitSystem system,
            Path state,
            String host,
            Quietus server,
            String url,
            Consumer<String> lines) {
        this.system = system;
        this.takeover = new Takeover(system, state);
        this.state = state;
        this.host = host;
        this.journal = UnitJournal.in(state);
        this.server = server;
        this.url = url;
        this.lines = lines;
    }

    /** Ends what is left, and records it. */
    public void end() {
        for (UnitJournal.Entry entry : journal.all()) {
            switch (OrphanedUnit.situation(system, host, entry.unit())) {
                case SUPERVISED, ELSEWHERE -> {}
                case ORPHANED ->
                    entry.ended()
                            .ifPresentOrElse(
                                    ended -> record(entry, outcome -> ended), () -> end(entry));
                case REBOOTED ->
                    record(
                            entry,
                            outcome -> entry.ended()
                                    .orElseGet(
                                            () -> takeover.rebooted(entry.run(), entry.operation())
                                                    .ended(outcome)));
            }
        }
    }

    /** Clears away what commands of long ago have left; at most once a day. */
    public void clear() {
        try {
            Remains.here(system, state).clearDaily();
        } catch (IOException e) {
            lines.accept("what old commands have left could not be cleared away: " + e);
        }
    }

    private void end(UnitJournal.Entry entry) {
        if (journal.triedInVainWithin(entry.unit(), AGAIN)) {
            return;
        }
        Takeover.Found found = takeover.end(
                entry.unit(), entry.holder(), entry.grace(), entry.run(), entry.operation());
        if (found.seen() > 0) {
            lines.accept("the supervisor of " + entry.run() + "/" + entry.operation()
                    + " has died: " + SafeText.of(found.words()));
        }
        if (found.confirmed()) {
            record(entry, found::ended);
            return;
        }
        try {
            journal.triedInVain(entry.unit());
        } catch (IOException e) {
            lines.accept("the next command looks for " + entry.unit() + " again: " + e);
        }
    }

    /**
     * Records the end.
     *
     * @param result what to record, where the supervisor's own word is missing, of this outcome
     */
    private void record(UnitJournal.Entry entry, Function<String, UnitJournal.Ended> result) {
        if (!entry.url().equals(url)) {
            return;
        }
        try {
            LetThrough letThrough = new LetThrough(server);
            Outcome outcome = LetThrough.outcome(server.operation(entry.run(), entry.operation()));
            // First, as a unit with a result is not looked at again.
            letThrough.end(entry.unit(), entry.run());
            server.finish(new FinishRequest(
                    entry.run(),
                    entry.operation(),
                    entry.attempt(),
                    entry.unit().toString(),
                    PendingResult.read(result.apply(outcome.wireName()))));
            journal.delete(entry.unit());
        } catch (QuietusException notOurs) {
            // Another run's operation: whoever may speak for it finds the note.
            return;
        } catch (IOException e) {
            lines.accept("the note of " + entry.unit() + " stays behind: " + e);
        }
    }
}
