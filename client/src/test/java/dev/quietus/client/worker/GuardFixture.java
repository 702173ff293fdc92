package dev.quietus.client.worker;

import dev.quietus.client.BeginRequest;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.QuietusClient;
import dev.quietus.client.http.RetryPolicy;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.scope.CancellationScope;
import dev.quietus.client.testing.Reply;
import dev.quietus.client.testing.Seen;
import dev.quietus.client.testing.TestingServer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;

/** A worker guard and the far side of it: begin, heartbeat and finish, each told how to answer. */
class GuardFixture {

    static final String ALLOW = "{\"decision\":\"allow\",\"attempt\":3,\"revocation_epoch\":17}";
    static final Reply GO_ON = Reply.json(200, "{\"stop_requested\":false,\"state\":\"running\"}");
    static final Reply STOP =
            Reply.json(200, "{\"stop_requested\":true,\"barrier_id\":\"stop-r-1\"}");
    static final Reply RECORDED = Reply.json(200, "{\"recorded_as\":\"result\"}");

    /** No heartbeat of its own comes within a test. */
    static final Duration CALM = Duration.ofMinutes(10);

    final BlockingQueue<JsonObject> beats = new LinkedBlockingQueue<>();
    final BlockingQueue<JsonObject> finishes = new LinkedBlockingQueue<>();
    final BlockingQueue<Seen> begins = new LinkedBlockingQueue<>();
    final CancellationScope parent = CancellationScope.root("worker");

    volatile Function<JsonObject, Reply> onBegin = body -> Reply.json(200, ALLOW);
    volatile Function<JsonObject, Reply> onBeat = body -> GO_ON;
    volatile Function<JsonObject, Reply> onFinish = body -> RECORDED;

    final TestingServer server = TestingServer.answering(this::answer);
    final Quietus quietus = Quietus.over(QuietusClient.builder(server.uri())
            .retry(new RetryPolicy(2, Duration.ofMillis(1), Duration.ofMillis(1)))
            .build());
    final WorkerGuard guard = WorkerGuard.of(quietus, parent);

    private Reply answer(Seen seen) {
        if (seen.target().endsWith("/op/begin")) {
            begins.add(seen);
            return onBegin.apply(seen.json());
        }
        if (seen.target().endsWith("/op/heartbeat")) {
            beats.add(seen.json());
            return onBeat.apply(seen.json());
        }
        if (seen.target().endsWith("/op/finish")) {
            finishes.add(seen.json());
            return onFinish.apply(seen.json());
        }
        return Reply.empty(404);
    }

    static BeginRequest begin(Duration heartbeatTimeout) {
        return BeginRequest.of("r", "op", "lease-1", 17, "w-1")
                .withRequestId("q-1")
                .withHeartbeatTimeout(heartbeatTimeout);
    }

    WorkAnswer run(GuardedWork work) {
        return guard.run(begin(CALM), work);
    }

    static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(20, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing came");
        }
        return next;
    }

    @AfterEach
    void close() {
        quietus.close();
        server.close();
    }
}
