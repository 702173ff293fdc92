package dev.quietus.client.http;

import dev.quietus.client.http.ByteChunks.Chunk;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A live stream of events that is read like a queue and reconnects by itself.
 *
 * <p>It has no thread of its own: {@link #next(Duration)} connects, reads, parses and reconnects
 * while somebody waits in it. A lost connection is opened again from the last event
 * ({@code Last-Event-ID}) after a pause with jitter; so is one that was silent for too long. Events
 * may come twice after a reconnect if the server sends them twice; none is skipped by this side,
 * but for those that were read and not taken when the stream is closed.
 *
 * <p>Thread-safe: readers take turns, {@link #close()} may be called by any thread and ends a
 * waiting reader at once.
 */
public final class EventStream implements AutoCloseable {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(15);
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(2);
    private static final int MAX_PROBLEM_BYTES = 64 * 1024;
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;
    private static final int REQUEST_TIMEOUT = 408;

    private final Transport transport;
    private final ClientSettings settings;
    private final HttpCall call;
    private final Consumer<EventStream> onClose;
    private final ReentrantLock turn = new ReentrantLock();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Queue<StreamEvent> ready = new ArrayDeque<>();

    private volatile Phase phase = new Phase.Pausing(System.nanoTime());
    private volatile @Nullable String lastFailure;
    private volatile @Nullable QuietusException fatal;
    private volatile String deliveredId;
    private String resumeFrom;
    private Duration basePause = FIRST_PAUSE;
    private int failures;

    EventStream(
            Transport transport,
            ClientSettings settings,
            HttpCall call,
            Optional<String> lastEventId,
            Consumer<EventStream> onClose) {
        this.transport = transport;
        this.settings = settings;
        this.call = call;
        this.onClose = onClose;
        this.resumeFrom = lastEventId.orElse("");
        this.deliveredId = resumeFrom;
        if (!isHeaderValue(resumeFrom)) {
            throw new IllegalArgumentException("live stream " + call.target()
                    + ": expected an event id of printable ASCII, found \"" + resumeFrom + "\"");
        }
    }

    /** What the stream is doing; only the thread whose turn it is moves it on. */
    private sealed interface Phase {

        /** Waits before it connects. */
        record Pausing(long untilNanos) implements Phase {}

        /** Has asked and waits for the answer's head. */
        record Connecting(Transport.Exchange exchange, Deadline deadline) implements Phase {}

        /** Reads events. */
        record Reading(ByteChunks chunks, EventStreamParser parser, Deadline silence)
                implements Phase {}
    }

    /**
     * The next event, or empty if none came in that time or the stream is closed. Reading what the
     * server says of a refusal may take up to two seconds more.
     *
     * @throws QuietusProblemException if the server refuses the stream for good (4xx); again at
     *     every call from then on
     * @throws QuietusProtocolException if what comes is no event stream, or over its bounds;
     *     likewise
     * @throws QuietusInterruptedException if the thread was interrupted; the stream stays usable
     */
    public Optional<StreamEvent> next(Duration wait) {
        Deadline deadline = Deadline.after(wait);
        try {
            if (!turn.tryLock(deadline.leftNanos(), TimeUnit.NANOSECONDS)) {
                return Optional.empty();
            }
            try {
                return advance(deadline);
            } finally {
                turn.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new QuietusInterruptedException("live stream " + call.target(), e);
        }
    }

    /** Whether the connection stands, as far as is known. */
    public boolean isConnected() {
        return phase instanceof Phase.Reading && !isClosed();
    }

    /** Whether the stream was closed, or ended by the server for good. */
    public boolean isClosed() {
        return closed.getCount() == 0;
    }

    /** Why the last connection was lost or not made; empty if nothing failed so far. */
    public Optional<String> lastFailure() {
        return Optional.ofNullable(lastFailure);
    }

    /** The id of the last event given out, to open another stream from; empty if there is none. */
    public Optional<String> lastEventId() {
        String id = deliveredId;
        return id.isEmpty() ? Optional.empty() : Optional.of(id);
    }

    /** Ends the stream and whoever waits in it. Closing again does nothing. */
    @Override
    public void close() {
        closed.countDown();
        dispose(phase);
        onClose.accept(this);
    }

    private Optional<StreamEvent> advance(Deadline deadline) throws InterruptedException {
        while (!isClosed()) {
            StreamEvent event = ready.poll();
            if (event != null) {
                deliveredId = event.id();
                return Optional.of(event);
            }
            QuietusException end = fatal;
            if (end != null) {
                throw end;
            }
            Phase now = phase;
            if (now instanceof Phase.Pausing pausing) {
                pause(pausing, deadline);
            } else if (now instanceof Phase.Connecting connecting) {
                connect(connecting, deadline);
            } else {
                read((Phase.Reading) now, deadline);
            }
            if (deadline.isOver() && ready.isEmpty()) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private void pause(Phase.Pausing pausing, Deadline deadline) throws InterruptedException {
        long wait = Math.min(pausing.untilNanos() - System.nanoTime(), deadline.leftNanos());
        if (wait > 0 && closed.await(wait, TimeUnit.NANOSECONDS)) {
            return;
        }
        if (pausing.untilNanos() - System.nanoTime() > 0) {
            return;
        }
        HttpRequest.Builder request = settings.request(call.target())
                .header("Accept", "text/event-stream")
                .header("Cache-Control", "no-cache");
        if (!resumeFrom.isEmpty()) {
            request.header("Last-Event-ID", resumeFrom);
        }
        Transport.Exchange exchange = transport.stream(request.GET().build());
        move(new Phase.Connecting(exchange, Deadline.after(settings.requestTimeout())));
    }

    private void connect(Phase.Connecting connecting, Deadline deadline)
            throws InterruptedException {
        long wait = Math.min(connecting.deadline().leftNanos(), deadline.leftNanos());
        try {
            HttpResponse<ByteChunks> answer = connecting.exchange().await(wait);
            judge(answer);
        } catch (TimeoutException e) {
            if (connecting.deadline().isOver()) {
                dispose(connecting);
                retreat("no answer in time");
            }
        } catch (CancellationException e) {
            retreat("the connection was given up");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            retreat(Failures.describe(cause));
        }
    }

    private void judge(HttpResponse<ByteChunks> answer) throws InterruptedException {
        int status = answer.statusCode();
        ByteChunks body = answer.body();
        String what = "live stream " + settings.baseUrl() + call.target();
        if (status == NO_CONTENT) {
            // The standard's way for a server to say: do not come back.
            body.cancel("ended");
            close();
        } else if (QuietusClient.isBusy(status) || status == 500 || status == REQUEST_TIMEOUT) {
            body.cancel("busy");
            retreat("status " + status);
        } else if (status != OK) {
            fatal = QuietusProblemException.of(what, status, drain(body));
        } else if (!isEventStream(answer)) {
            body.cancel("not an event stream");
            fatal = new QuietusProtocolException(what + ": expected text/event-stream, found "
                    + answer.headers().firstValue("Content-Type").orElse("no content type"));
        } else {
            move(new Phase.Reading(body, new EventStreamParser(resumeFrom), silence()));
        }
    }

    private static boolean isEventStream(HttpResponse<ByteChunks> answer) {
        String type = answer.headers().firstValue("Content-Type").orElse("");
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end))
                .strip()
                .equalsIgnoreCase("text/event-stream");
    }

    private byte[] drain(ByteChunks body) throws InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deadline deadline =
                Deadline.after(LONGEST_DRAIN).orEarlier(Deadline.after(settings.requestTimeout()));
        while (bytes.size() < MAX_PROBLEM_BYTES
                && body.poll(deadline.leftNanos()) instanceof Chunk.Data data) {
            bytes.writeBytes(data.bytes());
        }
        body.cancel("refused");
        return bytes.toByteArray();
    }

    private void read(Phase.Reading reading, Deadline deadline) throws InterruptedException {
        long wait = Math.min(reading.silence().leftNanos(), deadline.leftNanos());
        Chunk chunk = reading.chunks().poll(wait);
        if (chunk instanceof Chunk.Data data) {
            take(reading, data.bytes());
        } else if (chunk instanceof Chunk.End end) {
            retreat(end.reason());
        } else if (reading.silence().isOver()) {
            reading.chunks().cancel("silent");
            retreat("nothing heard for " + Failures.seconds(settings.streamSilence()));
        }
    }

    private void take(Phase.Reading reading, byte[] bytes) {
        EventStreamParser parser = reading.parser();
        try {
            parser.feed(bytes);
            requireHeaderValue(parser.lastEventId());
        } catch (QuietusProtocolException unfit) {
            reading.chunks().cancel("over its bounds");
            ready.addAll(parser.events());
            fatal = unfit;
            return;
        }
        failures = 0;
        ready.addAll(parser.events());
        parser.events().clear();
        resumeFrom = parser.lastEventId();
        if (parser.retry().isPresent()) {
            basePause = within(parser.retry().get());
        }
        move(new Phase.Reading(reading.chunks(), parser, silence()));
    }

    /** An id that can't be sent back would make every reconnect lose events. */
    private void requireHeaderValue(String id) {
        if (!isHeaderValue(id)) {
            throw new QuietusProtocolException("live stream " + settings.baseUrl() + call.target()
                    + ": an event id that is not printable ASCII");
        }
    }

    private static boolean isHeaderValue(String text) {
        return text.chars().allMatch(unit -> unit >= ' ' && unit < 0x7F);
    }

    private static Duration within(Duration asked) {
        if (asked.compareTo(SHORTEST_PAUSE) < 0) {
            return SHORTEST_PAUSE;
        }
        return asked.compareTo(LONGEST_PAUSE) < 0 ? asked : LONGEST_PAUSE;
    }

    private Deadline silence() {
        return Deadline.after(settings.streamSilence());
    }

    private void retreat(String reason) {
        if (isClosed()) {
            return;
        }
        lastFailure = reason;
        failures++;
        Duration pause = new RetryPolicy(1, basePause, LONGEST_PAUSE).pauseAfter(failures);
        move(new Phase.Pausing(System.nanoTime() + pause.toNanos()));
    }

    private void move(Phase next) {
        phase = next;
        // Close may have run before it could see this phase: then its connection is ours to end.
        if (isClosed()) {
            dispose(next);
        }
    }

    private static void dispose(Phase phase) {
        if (phase instanceof Phase.Connecting connecting) {
            connecting.exchange().close();
        } else if (phase instanceof Phase.Reading reading) {
            reading.chunks().cancel("closed");
        }
    }

    /** The address and what it is doing. */
    @Override
    public String toString() {
        String state = isClosed() ? "closed" : isConnected() ? "connected" : "not connected";
        return "EventStream[" + call.target() + ", " + state + "]";
    }
}
