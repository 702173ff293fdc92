package dev.quietus.client.scope;

import dev.quietus.client.Quietus;
import dev.quietus.client.http.EventStream;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.http.StreamEvent;
import dev.quietus.client.json.JsonException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The signals of one run, followed by a daemon thread: cancels a scope when the server says that a
 * stop of the run was requested, and hands all signals on.
 *
 * <p>A narrower stop, of one operation or of some tools, leaves the scope as it is, for the run
 * goes on; the work it is about hears of it by its heartbeat, and {@code others} by the signal.
 *
 * <p>While the live stream is down, the run's state is asked for instead, every few seconds. Both
 * are notices that make things faster. Losing them costs time, never safety: the server's answer to
 * begin is what keeps work from starting.
 */
public final class RunSignals implements AutoCloseable {

    private static final Duration TURN = Duration.ofSeconds(1);
    private static final Duration ASK_WITHIN = Duration.ofSeconds(5);
    private static final String EVERYTHING = "everything";
    private static final Set<String> ENDED_BY_STOP = Set.of("cancelling", "cancelled", "expired");

    private final Quietus quietus;
    private final String runId;
    private final CancellationScope scope;
    private final Consumer<StreamEvent> others;
    private final Duration askEvery;
    private final EventStream stream;
    private final Thread thread;
    private volatile boolean closed;
    private volatile @Nullable String lastFailure;

    private RunSignals(
            Quietus quietus,
            String runId,
            CancellationScope scope,
            Consumer<StreamEvent> others,
            Duration askEvery) {
        this.quietus = quietus;
        this.runId = runId;
        this.scope = scope;
        this.others = others;
        this.askEvery = askEvery;
        this.stream = quietus.signals(runId);
        this.thread = new Thread(this::follow, "quietus-signals-" + runId);
        this.thread.setDaemon(true);
    }

    /** Follows the signals of a run; asks every 5 s while the stream is down. */
    public static RunSignals follow(Quietus quietus, String runId, CancellationScope scope) {
        return follow(quietus, runId, scope, signal -> {}, Duration.ofSeconds(5));
    }

    /**
     * Follows the signals of a run.
     *
     * @param scope cancelled when a stop of the run was requested
     * @param others gets every signal, {@code cancel_requested} too, in the following thread; the
     *     server says each again after a reconnect
     * @param askEvery how often the run is asked about while the stream is down
     * @throws IllegalArgumentException if that is not more than zero
     */
    public static RunSignals follow(
            Quietus quietus,
            String runId,
            CancellationScope scope,
            Consumer<StreamEvent> others,
            Duration askEvery) {
        if (askEvery.isNegative() || askEvery.isZero()) {
            throw new IllegalArgumentException(
                    "signals of " + runId + ": expected to ask after some time, found " + askEvery);
        }
        RunSignals signals = new RunSignals(quietus, runId, scope, others, askEvery);
        signals.thread.start();
        return signals;
    }

    /** Whether the live stream stands. */
    public boolean isLive() {
        return stream.isConnected();
    }

    /** What went wrong last, on the stream, in asking or in a callback; empty if nothing did. */
    public Optional<String> lastFailure() {
        String failure = lastFailure;
        return failure == null ? stream.lastFailure() : Optional.of(failure);
    }

    /** Ends following. The scope is left as it is. */
    @Override
    public void close() {
        closed = true;
        stream.close();
        thread.interrupt();
    }

    private void follow() {
        long askedNanos = System.nanoTime();
        boolean refused = false;
        while (!closed) {
            if (!refused) {
                refused = !listen();
            }
            boolean due = System.nanoTime() - askedNanos >= Waits.nanos(askEvery);
            if (!stream.isConnected() && due && !closed) {
                ask();
                askedNanos = System.nanoTime();
            }
            if (refused && !rest()) {
                return;
            }
        }
    }

    private Duration turn() {
        return askEvery.compareTo(TURN) < 0 ? askEvery : TURN;
    }

    /** One turn at the stream; false if the server refuses it for good. */
    private boolean listen() {
        Optional<StreamEvent> event;
        try {
            event = stream.next(turn());
        } catch (QuietusException e) {
            lastFailure = e.getMessage();
            return false;
        }
        if (event.isPresent()) {
            take(event.get());
        }
        return !stream.isClosed();
    }

    private void take(StreamEvent event) {
        if (event.name().equals(CancelReason.CANCEL_REQUESTED)
                && member(event, "selector", EVERYTHING).equals(EVERYTHING)) {
            cancel(member(event, "reason", ""));
        }
        guarded(() -> others.accept(event));
    }

    /** A text in a signal's data; the signal counts even if its data can't be read. */
    private static String member(StreamEvent event, String name, String otherwise) {
        try {
            return event.json().optionalString(name).orElse(otherwise);
        } catch (QuietusException | JsonException unreadable) {
            return otherwise;
        }
    }

    private void cancel(String detail) {
        guarded(() -> scope.cancel(new CancelReason(CancelReason.CANCEL_REQUESTED, detail)));
    }

    /** A callback that throws must not end the following of signals. */
    private void guarded(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException callbackFailed) {
            lastFailure = callbackFailed.toString();
        }
    }

    private void ask() {
        String state;
        try {
            state = quietus.within(ASK_WITHIN)
                    .run(runId)
                    .optionalString("state")
                    .orElse("");
        } catch (IllegalStateException clientClosed) {
            closed = true;
            return;
        } catch (QuietusException | JsonException e) {
            lastFailure = e.getMessage();
            return;
        }
        if (ENDED_BY_STOP.contains(state)) {
            cancel("the run is " + state);
        }
    }

    /** A pause while the stream is of no use; false at the end. */
    private boolean rest() {
        try {
            Thread.sleep(Math.max(1, turn().toMillis()));
            return !closed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
