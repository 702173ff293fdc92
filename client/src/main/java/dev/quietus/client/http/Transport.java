package dev.quietus.client.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's HTTP client.
 *
 * <p>Its {@code sendAsync} hands every answer on through the process's common pool. On a small
 * machine that pool is one thread, and whoever blocks it would hold up the word that lets work
 * start or ends it. Its {@code send} needs no such pool. A call is sent by its caller's own thread,
 * for each thread that has to be woken on the way costs more than the way; what is to go on while
 * the caller does other things, a live stream, by a daemon thread of its own. Thread-safe.
 */
final class Transport implements AutoCloseable {

    private static final long IDLE_SECONDS = 10;

    private final Duration connectTimeout;
    private final boolean encrypted;
    private final ExecutorService threads;
    private @Nullable HttpClient http;

    /**
     * A transport to one server.
     *
     * @param encrypted whether over TLS, whose reckoning is no work for the thread that reads
     */
    Transport(Duration connectTimeout, boolean encrypted) {
        this.connectTimeout = connectTimeout;
        this.encrypted = encrypted;
        this.threads = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                Transport::thread);
    }

    /** Made when it is needed: loading it takes a good part of a short command's time. */
    private synchronized HttpClient http() {
        if (http == null) {
            http = made();
        }
        return http;
    }

    private HttpClient made() {
        // HTTP/1.1, because an upgrade offer with every first call only costs time here.
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout);
        if (!encrypted) {
            builder.executor(Runnable::run).sslContext(trustingNobody());
        }
        return builder.build();
    }

    /**
     * Instead of the JDK's default, which takes a command's first tenth of a second to read the
     * certificates of this machine, although no TLS is spoken. Whatever would speak it all the same
     * fails.
     */
    private static SSLContext trustingNobody() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }

    private static Thread thread(Runnable run) {
        Thread thread = new Thread(run, "quietus-http");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Sends a request and waits until its body begins.
     *
     * @param request one with a time-out
     * @throws java.net.http.HttpTimeoutException if no answer began in that time
     * @throws InterruptedException if the caller was interrupted; a caller that was interrupted
     *     before may get an {@link IOException} instead
     */
    HttpResponse<BoundedBody> call(HttpRequest request, int maxBytes)
            throws IOException, InterruptedException {
        return http().send(request, info -> new BoundedBody(maxBytes));
    }

    /** Sends a request from another thread. */
    Exchange stream(HttpRequest request) {
        Exchange exchange = new Exchange();
        try {
            exchange.running(threads.submit(() -> perform(request, exchange)));
        } catch (RejectedExecutionException closed) {
            exchange.close();
        }
        return exchange;
    }

    private void perform(HttpRequest request, Exchange exchange) {
        try {
            HttpResponse<ByteChunks> response = http().send(request, info -> new ByteChunks());
            if (!exchange.answer.complete(response)) {
                response.body().cancel("closed");
            }
        } catch (InterruptedException givenUp) {
            Thread.currentThread().interrupt();
            exchange.answer.cancel(false);
        } catch (IOException | RuntimeException | Error e) {
            exchange.answer.completeExceptionally(e);
        }
    }

    /** Gives up every request that was sent from another thread, and takes none any more. */
    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** One request of another thread. Thread-safe. */
    static final class Exchange implements AutoCloseable {

        private final CompletableFuture<HttpResponse<ByteChunks>> answer =
                new CompletableFuture<>();
        private final AtomicReference<@Nullable Future<?>> task = new AtomicReference<>();

        private Exchange() {}

        private void running(Future<?> newTask) {
            task.set(newTask);
            if (answer.isCancelled()) {
                newTask.cancel(true);
            }
        }

        /**
         * Waits for the answer.
         *
         * @throws TimeoutException if it did not come in that time; the request is still under way
         * @throws ExecutionException if it failed
         * @throws java.util.concurrent.CancellationException if it was given up
         */
        HttpResponse<ByteChunks> await(long nanos)
                throws InterruptedException, ExecutionException, TimeoutException {
            return answer.get(nanos, TimeUnit.NANOSECONDS);
        }

        /** Gives the request up, and whoever waits for it, or the body if the answer is there. */
        @Override
        public void close() {
            boolean pending = answer.cancel(false);
            Future<?> running = task.get();
            if (pending && running != null) {
                running.cancel(true);
            }
            if (!answer.isCompletedExceptionally()) {
                answer.join().body().cancel("closed");
            }
        }
    }
}
