package dev.quietus.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.testing.Reply;
import dev.quietus.client.testing.TestingServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The process's common pool belongs to the application. Work that blocks all of it must not hold up
 * the answers of the server: on two processors that pool is one thread.
 */
@Timeout(60)
class BlockedPoolTest {

    @Test
    void needsNoThreadOfTheCommonPool() throws Exception {
        int threads = ForkJoinPool.commonPool().getParallelism() + 1;
        CountDownLatch blocked = new CountDownLatch(ForkJoinPool.commonPool().getParallelism());
        CountDownLatch release = new CountDownLatch(1);
        for (int i = 0; i < threads; i++) {
            ForkJoinPool.commonPool().execute(() -> {
                blocked.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        blocked.await();
        try (TestingServer server =
                        TestingServer.answering(seen -> seen.target().equals("/stream")
                                ? Reply.stream("data: a\n\n")
                                : Reply.json(200, "{}"));
                QuietusClient client = QuietusClient.builder(server.uri())
                        .retry(new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1)))
                        .requestTimeout(Duration.ofSeconds(10))
                        .build();
                EventStream stream = client.events(HttpCall.get("stream"), Optional.empty())) {
            assertThat(client.call(HttpCall.get("v1", "runs")).status()).isEqualTo(200);
            assertThat(stream.next(Duration.ofSeconds(20)))
                    .map(StreamEvent::data)
                    .contains("a");
        } finally {
            release.countDown();
        }
    }
}
