package dev.quietus.server.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Wire;
import dev.quietus.server.RawCall;
import dev.quietus.server.Reply;
import dev.quietus.server.TestingServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claims that wait: none is forgotten, none gets what another got. */
class LongPollTest {
    private static final int ROUNDS = 300;
    private static final int CLAIMERS = 100;

    /** Half of the time after which a waiting claim looks by itself. */
    private static final Duration WELL_BEFORE_THE_NEXT_LOOK = Duration.ofMillis(100);

    @TempDir
    private Path directory;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private TestingServer server;
    private String operator;

    @BeforeEach
    void start() throws IOException {
        server = TestingServer.in(directory);
        operator = server.operator();
        server.root("run-1");
    }

    @AfterEach
    void stop() {
        server.close();
        threads.shutdownNow();
    }

    private Reply claim(String queue, String worker, String wait) throws IOException {
        return server.post(
                "/v1/work/claim", operator, Map.of("queue", queue, "worker", worker, "wait", wait));
    }

    private static <T> T result(Future<T> future) throws Exception {
        try {
            return future.get(80, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("a claim came to no end", e);
        }
    }

    @Test
    void isNeverForgottenWhenWorkComesJustAsItBeginsToWait() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Duration> waits = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            String operation = "op-" + i;
            Callable<Instant> claiming = () -> {
                Reply claimed = TestingServer.require(claim("q", "w", "60s"), 200);
                assertThat(claimed.value("operation_id")).isEqualTo(operation);
                assertThat(claimed.json().path("attempt").asInt()).isEqualTo(1);
                return Instant.now();
            };
            Future<Instant> claimed = threads.submit(claiming);
            spin(random.nextInt(4_000_000));
            server.accept("run-1", operation, Map.of("queue", "q"));
            Instant accepted = Instant.now();
            waits.add(Duration.between(accepted, result(claimed)));
        }
        waits.sort(null);
        assertThat(waits.get(ROUNDS / 2))
                .as("median, seed " + seed)
                .isLessThan(WELL_BEFORE_THE_NEXT_LOOK);
    }

    private static void spin(int nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void handsEachOperationToOneOfManyThatWait() throws Exception {
        List<Future<Reply>> claims = new ArrayList<>();
        for (int i = 0; i < CLAIMERS; i++) {
            String worker = "w-" + i;
            claims.add(threads.submit(() -> claim("q", worker, "60s")));
        }
        List<Future<Reply>> accepts = new ArrayList<>();
        for (int i = 0; i < CLAIMERS; i++) {
            String operation = "op-" + i;
            accepts.add(
                    threads.submit(() -> server.accept("run-1", operation, Map.of("queue", "q"))));
        }
        List<String> handed = new ArrayList<>();
        for (Future<Reply> accept : accepts) {
            assertThat(result(accept).status()).isEqualTo(201);
        }
        for (Future<Reply> claim : claims) {
            Reply reply = TestingServer.require(result(claim), 200);
            assertThat(reply.json().path("attempt").asInt()).isEqualTo(1);
            handed.add(reply.value("operation_id"));
        }
        assertThat(handed).hasSize(CLAIMERS).doesNotHaveDuplicates();
        assertThat(claim("q", "w", "0s").status()).isEqualTo(204);
    }

    @Test
    void answersTheSameRequestAgainWithTheSameOperation() throws IOException {
        server.accept("run-1", "op-1", Map.of("queue", "q"));
        server.accept("run-1", "op-2", Map.of("queue", "q"));
        Map<String, Object> request = Map.of("queue", "q", "worker", "w", "request_id", "r-1");
        Reply first = server.post("/v1/work/claim", operator, request);
        Reply again = server.post("/v1/work/claim", operator, request);
        assertThat(again.value("operation_id")).isEqualTo(first.value("operation_id"));
        assertThat(again.value("attempt")).isEqualTo("1");
        assertThat(claim("q", "w", "0s").value("operation_id"))
                .isNotEqualTo(first.value("operation_id"));
    }

    @Test
    void endsWithNothingWhenItsTimeIsOver() throws IOException {
        long begun = System.nanoTime();
        assertThat(claim("empty", "w", "300ms").status()).isEqualTo(204);
        Duration taken = Duration.ofNanos(System.nanoTime() - begun);
        assertThat(taken)
                .isGreaterThanOrEqualTo(Duration.ofMillis(300))
                .isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void getsWhatBecomesDueWhileItWaits() throws IOException {
        Instant due = Instant.now().plusMillis(400);
        server.accept("run-1", "later", Map.of("queue", "q", "not_before", Wire.time(due)));
        assertThat(claim("q", "w", "0s").status()).isEqualTo(204);
        assertThat(claim("q", "w", "30s").value("operation_id")).isEqualTo("later");
        assertThat(Instant.now()).isAfterOrEqualTo(due.minusMillis(1));
    }

    @Test
    void isToldWhenTheServerCloses() throws IOException {
        try (RawCall call = RawCall.to(server.port())) {
            String body = "{\"queue\": \"q\", \"worker\": \"w\", \"wait\": \"60s\"}";
            call.write(RawCall.head(
                            "POST", "/v1/work/claim", operator, "Content-Length: " + body.length())
                    + "\r\n" + body);
            assertThat(claim("q", "w", "0s").status()).isEqualTo(204);
            server.close();
            Reply told = call.reply().orElseThrow();
            assertThat(told.status()).isEqualTo(503);
            assertThat(told.code()).isEqualTo("overloaded");
            assertThat(told.header("Retry-After")).isPresent();
        }
    }

    @Test
    void hasNoSayOverTheServersOwnQueue() throws IOException {
        Reply refused = claim("quietus.recovery", "w", "0s");
        assertThat(refused.code()).isEqualTo("forbidden");
    }
}
