package dev.quietus.client.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's HTTP client, asked from daemon threads of its own, one for each request under way.
 *
 * <p>Its {@code sendAsync} hands every answer on through the process's common pool. On a small
 * machine that pool is one thread, and whoever blocks it would hold up the word that lets work
 * start or ends it. Its {@code send} needs no such pool, but has no time-out over the whole answer:
 * the caller waits for the thread instead, and gives it up. Thread-safe.
 */
final class Transport implements AutoCloseable {

    private static final long IDLE_SECONDS = 10;

    private final HttpClient http;
    private final ExecutorService threads;

    Transport(Duration connectTimeout) {
        // HTTP/1.1, because an upgrade offer with every first call only costs time here.
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout)
                .build();
        this.threads = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                Transport::thread);
    }

    private static Thread thread(Runnable run) {
        Thread thread = new Thread(run, "quietus-http");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Sends a request.
     *
     * @param abandon what to do with a body that comes when nobody wants it any more
     */
    <T> Exchange<T> send(
            HttpRequest request, HttpResponse.BodyHandler<T> handler, Consumer<T> abandon) {
        Exchange<T> exchange = new Exchange<>();
        try {
            exchange.running(
                    threads.submit(() -> perform(request, handler, abandon, exchange.answer)));
        } catch (RejectedExecutionException closed) {
            exchange.close();
        }
        return exchange;
    }

    private <T> void perform(
            HttpRequest request,
            HttpResponse.BodyHandler<T> handler,
            Consumer<T> abandon,
            CompletableFuture<HttpResponse<T>> answer) {
        try {
            HttpResponse<T> response = http.send(request, handler);
            if (!answer.complete(response)) {
                abandon.accept(response.body());
            }
        } catch (InterruptedException givenUp) {
            Thread.currentThread().interrupt();
            answer.cancel(false);
        } catch (IOException | RuntimeException | Error e) {
            answer.completeExceptionally(e);
        }
    }

    /** Gives every request up and takes none any more. */
    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** One request under way. Thread-safe. */
    static final class Exchange<T> implements AutoCloseable {

        private final CompletableFuture<HttpResponse<T>> answer = new CompletableFuture<>();
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
        HttpResponse<T> await(long nanos)
                throws InterruptedException, ExecutionException, TimeoutException {
            return answer.get(nanos, TimeUnit.NANOSECONDS);
        }

        /**
         * Gives the request up, and whoever waits for it; does nothing once the answer is there.
         */
        @Override
        public void close() {
            boolean pending = answer.cancel(false);
            Future<?> running = task.get();
            if (pending && running != null) {
                running.cancel(true);
            }
        }

        /** Gives the request up or, if the answer is there, what came of it. */
        void close(Consumer<T> abandon) {
            close();
            if (!answer.isCompletedExceptionally()) {
                abandon.accept(answer.join().body());
            }
        }
    }
}
