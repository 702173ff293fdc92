package dev.quietus.client.http;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonLimits;
import dev.quietus.client.json.JsonValue;
import dev.quietus.client.wire.HttpReply;
import dev.quietus.client.wire.TooLargeException;

import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The connection to one Quietus server. Thread-safe; one is enough for a process.
 *
 * <p>Each call is bounded four ways: the time of one try, the time of all tries, the number of
 * tries, the size of the answer. A try is repeated after a lost connection, a time-out, and the
 * statuses 429, 502, 503 and 504; {@code Retry-After} is honoured, and where it asks for more time
 * than there is left, the call ends at once with that answer. Repeating is safe for every call of
 * the API (see {@link HttpCall}).
 */
public final class QuietusClient implements AutoCloseable {

    private static final int NO_CONTENT = 204;
    private static final int TOO_MANY_REQUESTS = 429;

    private final ClientSettings settings;
    private final Transport transport;
    private final CallPath path;
    private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);

    QuietusClient(ClientSettings settings) {
        this.settings = settings;
        this.transport =
                new Transport(settings.connectTimeout(), !settings.baseUrl().startsWith("http:"));
        this.path = PlainCallPath.leadsTo(settings.baseUrl(), ProxySelector.getDefault())
                ? new PlainCallPath(settings)
                : new JdkCallPath(transport, settings);
    }

    /** A client of the server at {@code baseUrl} with the default bounds and without a token. */
    public static QuietusClient to(URI baseUrl) {
        return builder(baseUrl).build();
    }

    /**
     * Begins the settings of a client.
     *
     * @param baseUrl {@code http} or {@code https}, with an optional path and nothing behind it
     * @throws IllegalArgumentException if it is something else
     */
    public static Builder builder(URI baseUrl) {
        return new Builder(ClientSettings.of(baseUrl));
    }

    /** The server's address, without a slash at its end. */
    public String baseUrl() {
        return settings.baseUrl();
    }

    /**
     * Makes one call.
     *
     * @throws QuietusUnreachableException if no try got an answer, or the client was closed
     *     meanwhile
     * @throws QuietusProblemException if the server said no, or was still busy at the last try
     * @throws QuietusProtocolException if the answer can't be understood or is too large
     * @throws QuietusInterruptedException if the thread was interrupted
     * @throws IllegalStateException if the client was closed before
     */
    public HttpAnswer call(HttpCall call) {
        Deadline deadline =
                Deadline.after(call.deadline().orElse(settings.deadline().plus(call.longPoll())));
        long startNanos = System.nanoTime();
        requireOpen();
        for (int tries = 1; ; tries++) {
            Try result = attempt(call, deadline);
            if (result instanceof Try.Good good) {
                return good.answer();
            }
            Optional<Duration> pause = pauseBeforeNext(result, tries, deadline);
            if (pause.isPresent() && !closedWithin(call, pause.get())) {
                continue;
            }
            Duration elapsed = Duration.ofNanos(System.nanoTime() - startNanos);
            throw given(pause.isEmpty() ? result : Try.Lost.closed(), call, tries, elapsed);
        }
    }

    /**
     * Opens a live stream (server-sent events). Connecting happens at the first
     * {@link EventStream#next(Duration)}; the stream reconnects by itself until it is closed.
     *
     * @param call a GET; its deadline and long poll play no part
     * @param lastEventId where to go on; empty: where the server begins
     */
    public EventStream events(HttpCall call, Optional<String> lastEventId) {
        requireOpen();
        EventStream stream = new EventStream(transport, settings, call, lastEventId, open::remove);
        open.add(stream);
        if (isClosed()) {
            stream.close();
        }
        return stream;
    }

    /** Ends the calls and streams under way and refuses new ones. Closing again does nothing. */
    @Override
    public void close() {
        closed.countDown();
        for (AutoCloseable thing : open) {
            try {
                thing.close();
            } catch (Exception e) {
                throw new IllegalStateException("closing the client of " + settings.baseUrl(), e);
            }
        }
        path.close();
        transport.close();
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    private void requireOpen() {
        if (isClosed()) {
            throw new IllegalStateException("the client of " + settings.baseUrl() + " is closed");
        }
    }

    /** What one try came to. */
    private sealed interface Try {

        /** An answer to give to the caller. */
        record Good(HttpAnswer answer) implements Try {}

        /** The server said no, or not now. */
        record Refused(QuietusProblemException problem, boolean again, Duration notBefore)
                implements Try {}

        /** No answer. */
        record Lost(String reason, boolean again, Throwable cause) implements Try {

            static Lost closed() {
                return closed(new CancellationException("the client was closed"));
            }

            static Lost closed(Throwable cause) {
                return new Lost("the client was closed", false, cause);
            }
        }
    }

    private Try attempt(HttpCall call, Deadline deadline) {
        Duration patience = settings.requestTimeout().plus(call.longPoll());
        Deadline end = Deadline.after(patience).orEarlier(deadline);
        Duration limit = Duration.ofNanos(Math.max(1, end.leftNanos()));
        HttpReply reply;
        CallerTurn turn = new CallerTurn();
        open.add(turn);
        try {
            if (isClosed()) {
                return Try.Lost.closed();
            }
            reply = path.call(call, end);
        } catch (HttpConnectTimeoutException e) {
            return lost(call, e);
        } catch (HttpTimeoutException e) {
            return new Try.Lost("no answer in " + Failures.seconds(limit), true, e);
        } catch (InterruptedException e) {
            if (turn.ends()) {
                return Try.Lost.closed(e);
            }
            throw interrupted(call, e);
        } catch (IOException e) {
            if (!turn.ends() && Thread.currentThread().isInterrupted()) {
                throw interrupted(call, e);
            }
            return lost(call, e);
        } finally {
            turn.ends();
            open.remove(turn);
        }
        return read(call, reply);
    }

    private QuietusInterruptedException interrupted(HttpCall call, Exception cause) {
        Thread.currentThread().interrupt();
        return new QuietusInterruptedException(what(call), cause);
    }

    private Try lost(HttpCall call, Throwable cause) {
        if (isClosed()) {
            return Try.Lost.closed(cause);
        }
        for (Throwable t = cause; t != null; t = t.getCause()) {
            if (t instanceof TooLargeException tooLarge) {
                throw new QuietusProtocolException(
                        what(call) + ": " + tooLarge.getMessage(), tooLarge);
            }
        }
        return new Try.Lost(Failures.describe(cause), Failures.mayPass(cause), cause);
    }

    private Try read(HttpCall call, HttpReply reply) {
        int status = reply.status();
        byte[] body = reply.body();
        if (status < 200 || status > 299) {
            return new Try.Refused(
                    QuietusProblemException.of(what(call), status, body),
                    isBusy(status),
                    RetryAfter.read(reply.retryAfter()));
        }
        if (status == NO_CONTENT || body.length == 0) {
            return new Try.Good(new HttpAnswer.Empty(status));
        }
        try {
            JsonValue value = Json.parse(body, JsonLimits.ofBytes(settings.maxResponseBytes()));
            return new Try.Good(new HttpAnswer.Answered(status, value));
        } catch (JsonException e) {
            throw new QuietusProtocolException(
                    what(call) + ": answer " + status + " is not JSON: " + e.getMessage(), e);
        }
    }

    static boolean isBusy(int status) {
        return status == TOO_MANY_REQUESTS || status == 502 || status == 503 || status == 504;
    }

    /** How long to wait for the next try, or empty if this one was the last. */
    private Optional<Duration> pauseBeforeNext(Try failed, int tries, Deadline deadline) {
        boolean busy = failed instanceof Try.Refused refused && refused.again();
        boolean again = busy || (failed instanceof Try.Lost lost && lost.again());
        if (!again || tries >= settings.retry().maxTries()) {
            return Optional.empty();
        }
        Duration pause = settings.retry().pauseAfter(tries);
        if (failed instanceof Try.Refused refused) {
            pause = pause.plus(refused.notBefore());
        }
        return pause.toNanos() < deadline.leftNanos() ? Optional.of(pause) : Optional.empty();
    }

    private QuietusException given(Try failed, HttpCall call, int tries, Duration elapsed) {
        if (failed instanceof Try.Refused refused) {
            return refused.problem();
        }
        Try.Lost lost = (Try.Lost) failed;
        return new QuietusUnreachableException(
                what(call), tries, elapsed, lost.reason(), lost.cause());
    }

    private boolean closedWithin(HttpCall call, Duration pause) {
        try {
            return closed.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new QuietusInterruptedException(what(call), e);
        }
    }

    private String what(HttpCall call) {
        return call.method() + " " + settings.baseUrl() + call.target();
    }

    /** The address, never the token. */
    @Override
    public String toString() {
        return "QuietusClient[" + settings.baseUrl() + "]";
    }

    /** The settings of a client to be. Not thread-safe. */
    public static final class Builder {

        private ClientSettings settings;

        private Builder(ClientSettings settings) {
            this.settings = settings;
        }

        /**
         * Sends this token with every call ({@code Authorization: Bearer}).
         *
         * @throws IllegalArgumentException if it holds anything but visible ASCII
         */
        public Builder token(String token) {
            settings = settings.withToken(token);
            return this;
        }

        /** How long connecting may take; default 5 s. */
        public Builder connectTimeout(Duration limit) {
            settings = settings.withConnectTimeout(limit);
            return this;
        }

        /** How long one try may take, the whole answer included; default 15 s. */
        public Builder requestTimeout(Duration limit) {
            settings = settings.withRequestTimeout(limit);
            return this;
        }

        /** How long all tries of one call may take together; default 60 s. */
        public Builder deadline(Duration limit) {
            settings = settings.withDeadline(limit);
            return this;
        }

        /** How often and when a call is tried again. */
        public Builder retry(RetryPolicy policy) {
            settings = settings.withRetry(policy);
            return this;
        }

        /** The most bytes of one answer; default 16 MiB. */
        public Builder maxResponseBytes(int bytes) {
            settings = settings.withMaxResponseBytes(bytes);
            return this;
        }

        /**
         * How long a live stream may be silent before it is taken for dead and opened again;
         * default 90 s. Comments of the server count as life.
         */
        public Builder streamSilence(Duration limit) {
            settings = settings.withStreamSilence(limit);
            return this;
        }

        /** The client. */
        public QuietusClient build() {
            return new QuietusClient(settings);
        }
    }
}
