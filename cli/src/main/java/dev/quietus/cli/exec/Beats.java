package dev.quietus.cli.exec;

import dev.quietus.client.HeartbeatAnswer;
import dev.quietus.client.HeartbeatRequest;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.QuietusException;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The signs of life of one running command, and the question that comes with them: is it to end? A
 * nudge asks at once. What can't be asked is asked again; a server that is away ends nothing.
 */
public final class Beats implements AutoCloseable {
    private static final Duration ASK_WITHIN = Duration.ofSeconds(5);

    private final Quietus server;
    private final HeartbeatRequest beat;
    private final Duration interval;
    private final Consumer<String> stopRequested;
    private final Semaphore nudges = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;

    private Beats(
            Quietus server,
            HeartbeatRequest beat,
            Duration interval,
            Consumer<String> stopRequested) {
        this.server = server;
        this.beat = beat;
        this.interval = interval;
        this.stopRequested = stopRequested;
        this.thread = Thread.ofPlatform().daemon().name("quietus-beats").unstarted(this::beat);
    }

    /**
     * Begins.
     *
     * @param stopRequested gets the reason when the command is to end; may be called repeatedly
     */
    public static Beats start(
            Quietus server,
            HeartbeatRequest beat,
            Duration interval,
            Consumer<String> stopRequested) {
        Beats beats = new Beats(server, beat, interval, stopRequested);
        beats.thread.start();
        return beats;
    }

    /** Asks now. */
    public void nudge() {
        nudges.release();
    }

    private void beat() {
        while (!closed) {
            try {
                nudges.tryAcquire(interval.toMillis(), TimeUnit.MILLISECONDS);
                nudges.drainPermits();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            if (!closed) {
                ask();
            }
        }
    }

    private void ask() {
        try {
            HeartbeatAnswer answer = server.within(ASK_WITHIN).heartbeat(beat);
            if (answer.stopRequested()) {
                stopRequested.accept(answer.reason().orElse(""));
            }
        } catch (QuietusException | IllegalStateException notAnswered) {
            // The next beat asks again; what ends work is an answer, never the lack of one.
            return;
        }
    }

    /** Names, once, what could not be shown to have ended. */
    public void say(String detail) {
        server.within(ASK_WITHIN)
                .heartbeat(new HeartbeatRequest(
                        beat.runId(),
                        beat.operationId(),
                        beat.attempt(),
                        beat.worker(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(detail)));
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
