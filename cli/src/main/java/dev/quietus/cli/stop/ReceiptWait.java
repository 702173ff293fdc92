package dev.quietus.cli.stop;

import dev.quietus.cli.config.Connection;
import dev.quietus.cli.view.BarrierFacts;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.Line;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.http.QuietusInterruptedException;
import dev.quietus.client.http.QuietusProblemException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Waits for the receipts of stops that are acknowledged, and shows the lamps meanwhile. It looks,
 * nothing more: if it ends, the barriers go on. For one thread.
 */
final class ReceiptWait {

    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    private static final Duration LEAST = Duration.ofSeconds(5);
    private static final int SERVER_ERROR = 500;

    private final Connection connection;
    private final Console console;
    private final Duration patience;
    private long answeredNanos = System.nanoTime();
    private boolean silent;

    /** @param patience how long the server may be silent before the wait is given up */
    ReceiptWait(Connection connection, Console console, Duration patience) {
        this.connection = connection;
        this.console = console;
        this.patience = patience.compareTo(LEAST) > 0 ? patience : LEAST;
    }

    /** Waits for one receipt and says the exit code. */
    int of(BarrierFacts barrier) {
        return of(List.of(barrier), new LampView(console));
    }

    /** Waits for all of them: 0 only if every one is stopped and quiet. */
    int ofAll(List<BarrierFacts> barriers) {
        return of(barriers, new LampsView(console));
    }

    /** Draws what is known, again and again. */
    interface View {
        /** What is known now of each barrier. */
        void show(List<BarrierFacts> barriers);
    }

    private int of(List<BarrierFacts> acknowledged, View view) {
        List<BarrierFacts> barriers = new ArrayList<>(acknowledged);
        try (InterruptNote note = InterruptNote.whileWaitingFor(barriers.get(0), console);
                Quietus server = connection.open(1)) {
            long pauseMillis = FIRST_PAUSE_MILLIS;
            boolean news = barriers.stream().anyMatch(barrier -> !barrier.ended());
            if (news) {
                view.show(barriers);
            }
            // One look at least: the acknowledgement does not say what was counted.
            lookAtAll(server, barriers);
            while (barriers.stream().anyMatch(barrier -> !barrier.ended())) {
                view.show(barriers);
                pause(pauseMillis);
                pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, pauseMillis + pauseMillis / 4);
                lookAtAll(server, barriers);
            }
            if (news) {
                view.show(barriers);
                console.line("");
            }
            note.waitingIsOver();
            return result(server, barriers);
        }
    }

    private void lookAtAll(Quietus server, List<BarrierFacts> barriers) {
        for (int i = 0; i < barriers.size(); i++) {
            if (!barriers.get(i).ended() || !barriers.get(i).counted()) {
                barriers.set(i, look(server, barriers.get(i)));
            }
        }
    }

    private BarrierFacts look(Quietus server, BarrierFacts known) {
        try {
            BarrierFacts now = new BarrierFacts(server.barrier(known.id()));
            answeredNanos = System.nanoTime();
            silent = false;
            return now;
        } catch (QuietusInterruptedException e) {
            throw e;
        } catch (QuietusProblemException e) {
            if (e.status() < SERVER_ERROR) {
                throw new CommandException(
                        e.status() == 404 ? Exit.NOT_FOUND : Exit.REFUSED,
                        "the stop is acknowledged as " + known.id()
                                + ", but looking at it was refused: "
                                + e.detail().or(e::title).orElse("status " + e.status()),
                        e);
            }
            stillSilent(known, e);
        } catch (QuietusException e) {
            stillSilent(known, e);
        }
        return known;
    }

    private void stillSilent(BarrierFacts barrier, QuietusException failure) {
        if (!silent) {
            silent = true;
            console.note("quietus: no answer from " + connection.url()
                    + "; the barrier is on record and goes on by itself; looking again");
        }
        if (System.nanoTime() - answeredNanos > patience.toNanos()) {
            throw new CommandException(
                    Exit.UNREACHABLE,
                    "the stop is acknowledged as " + barrier.id() + ", but " + connection.url()
                            + " has been silent for " + patience.toSeconds()
                            + " s; look again with 'quietus watch " + barrier.run() + "'",
                    failure);
        }
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(Exit.ERROR, "interrupted; the barrier goes on by itself", e);
        }
    }

    private int result(Quietus server, List<BarrierFacts> barriers) {
        int exit = Exit.DONE;
        int quiet = 0;
        for (BarrierFacts barrier : barriers) {
            ReceiptCheck check = ReceiptCheck.of(server, barrier, console);
            quiet += barrier.stoppedAndQuiet() ? 1 : 0;
            if (barriers.size() == 1 || !barrier.stoppedAndQuiet() || !check.holds()) {
                EndText.ended(barrier, Optional.of(check.words()), console);
            }
            if (!check.holds()) {
                exit = Exit.RECEIPT_INVALID;
            } else if (!barrier.stoppedAndQuiet() && exit == Exit.DONE) {
                exit = Exit.STOP_INCOMPLETE;
            }
        }
        if (barriers.size() > 1) {
            console.line(
                    quiet + " of " + Line.count(barriers.size(), "stop") + " stopped and quiet");
        }
        return exit;
    }
}
