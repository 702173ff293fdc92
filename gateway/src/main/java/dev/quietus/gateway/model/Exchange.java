package dev.quietus.gateway.model;

import dev.quietus.client.scope.CancelReason;
import dev.quietus.client.scope.CancellationScope;
import dev.quietus.gateway.model.tap.BodyReading;
import dev.quietus.gateway.model.tap.TrafficNotes;
import dev.quietus.gateway.model.wire.RequestHead;
import dev.quietus.gateway.run.Passage;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request that was let through, and its answer. Ends once: with its answer, or with the first
 * cause that ended it before. Thread-safe.
 */
final class Exchange {
    private final ClientLine client;
    private final RequestHead head;
    private final Route route;
    private final String runId;
    private final Optional<Passage> passage;
    private final TrafficNotes notes;
    private final Tally tally;
    private final CountDownLatch done = new CountDownLatch(1);
    private final Progress progress = new Progress();
    private @Nullable Cause cause;
    private @Nullable UpstreamLine line;
    private @Nullable Opening opening;
    private boolean answered;
    private boolean recorded;
    private CancellationScope.@Nullable Registration watching;
    private volatile @Nullable BodyReading reading;

    Exchange(
            ClientLine client,
            RequestHead head,
            Route route,
            String runId,
            Optional<Passage> passage,
            TrafficNotes notes,
            Tally tally) {
        this.client = client;
        this.head = head;
        this.route = route;
        this.runId = runId;
        this.passage = passage;
        this.notes = notes;
        this.tally = tally;
        tally.underWay.increment();
    }

    RequestHead head() {
        return head;
    }

    Route route() {
        return route;
    }

    String runId() {
        return runId;
    }

    TrafficNotes notes() {
        return notes;
    }

    Progress progress() {
        return progress;
    }

    /** Ends it when a stop is requested there. */
    void watch(CancellationScope scope) {
        CancellationScope.Registration registration = scope.onCancel(this::stop);
        synchronized (this) {
            watching = registration;
        }
    }

    private void stop(CancelReason reason) {
        end(new Cause.Stopped(Words.reason(reason)));
    }

    /** Remembers the connection that is being opened for it, to give it up with it. */
    synchronized boolean waitsFor(Opening connection) {
        opening = connection;
        return cause == null;
    }

    /**
     * Goes over this connection from now on.
     *
     * @return whether it has not ended and the connection is open
     */
    synchronized boolean attach(UpstreamLine upstream) {
        if (cause != null || !upstream.take(this)) {
            return false;
        }
        line = upstream;
        return true;
    }

    /** Its answer is being read along with. */
    void reads(BodyReading body) {
        reading = body;
    }

    /** What is being read along with, once the answer's head has come. */
    Optional<BodyReading> reading() {
        return Optional.ofNullable(reading);
    }

    /**
     * Ends it early; the upstream is closed at once, but for a stop in the middle of an event,
     * which is waited for shortly.
     *
     * @return whether this was the first cause, and came before the answer's end
     */
    boolean end(Cause why) {
        synchronized (this) {
            if (cause != null || answered) {
                return false;
            }
            cause = why;
        }
        if (why instanceof Cause.Stopped) {
            Thread.ofVirtual().name("quietus-model-stop").start(this::seeStopped);
        } else {
            abort();
        }
        return true;
    }

    private void seeStopped() {
        BodyReading body = reading;
        if (body != null && body.form() != BodyReading.Form.WHOLE && !body.betweenEvents()) {
            await(Limits.EVENT_GRACE);
        }
        abort();
        if (!await(Limits.LAST_WORDS)) {
            // The client does not read, for instance because it is suspended. The stop is a fact.
            record();
            if (!await(Limits.UNHEARD)) {
                client.cut();
            }
        }
    }

    private void abort() {
        UpstreamLine upstream;
        Opening connecting;
        synchronized (this) {
            upstream = line;
            connecting = opening;
        }
        if (upstream != null) {
            upstream.abort();
        } else if (connecting != null) {
            connecting.giveUp();
        }
    }

    /** Whether a stop was requested. */
    synchronized boolean isStopped() {
        return cause instanceof Cause.Stopped;
    }

    /** The cause that ended it before its answer was complete. */
    synchronized Optional<Cause> cause() {
        return answered ? Optional.empty() : Optional.ofNullable(cause);
    }

    /** The whole answer has gone to the client, whatever was requested meanwhile. */
    synchronized void answered() {
        answered = true;
    }

    /** Waits for its end. */
    boolean await(Duration limit) {
        try {
            return done.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return isDone();
        }
    }

    boolean isDone() {
        return done.getCount() == 0;
    }

    /** It is over: recorded, and its client may ask for something else. */
    void conclude() {
        record();
        UpstreamLine upstream;
        CancellationScope.Registration registration;
        synchronized (this) {
            upstream = line;
            registration = watching;
        }
        if (registration != null) {
            registration.close();
        }
        BodyReading body = reading;
        if (body != null) {
            body.close();
        }
        tally.underWay.decrement();
        if (upstream != null) {
            upstream.free();
        }
        client.idle();
        done.countDown();
    }

    private void record() {
        Optional<Cause> early;
        synchronized (this) {
            if (recorded) {
                return;
            }
            recorded = true;
            early = answered ? Optional.empty() : Optional.ofNullable(cause);
        }
        if (passage.isEmpty()) {
            return;
        }
        Result result = Result.of(route, early, progress, notes, Optional.ofNullable(reading));
        result.count(tally);
        passage.get().finishSoon(result.facts());
    }
}
