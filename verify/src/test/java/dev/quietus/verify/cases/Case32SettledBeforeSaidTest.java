package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.BeginRequest;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.worker.WorkAnswer;
import dev.quietus.verify.server.Caller;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 32: "killed: true" before anything has settled. Proves that a stop of a child run is
 * answered as stopping, and certified only when its tool, which takes no notice at first, is gone.
 */
class Case32SettledBeforeSaidTest {

    @RegisterExtension
    final Installation installation = Installation.withoutProviders();

    @Test
    void saysStoppingUntilTheStubbornToolIsGone() throws Exception {
        TestingQuietus quietus = installation.quietus();
        RunAuthority child = quietus.child("child", quietus.run("parent"));
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        BeginRequest begin = BeginRequest.accepting(
                        work(child, "stubborn", "shell.run")
                                .effects(ExpectedEffects.NONE)
                                .build(),
                        child,
                        "w1")
                .withHeartbeatTimeout(Duration.ofMinutes(50));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<WorkAnswer> tool = threads.submit(() -> Guarded.run(
                    quietus.agent(child).quietus(), begin, Duration.ofMillis(450), work -> {
                        started.countDown();
                        gone.await();
                        work.scope().awaitCancellation(Duration.ofSeconds(30));
                        work.scope().throwIfCancelled();
                        return FinishFacts.succeeded();
                    }));
            started.await();

            JsonObject first = quietus.stop("child");
            assertThat(first.string("decision")).isEqualTo("stopping");
            noReceiptYet(quietus);
            String barrier = first.string("barrier_id");
            quietus.awaitTakenIn(barrier, 1);
            quietus.move(Duration.ofSeconds(30));
            quietus.awaitBarrier(barrier, "settling");
            noReceiptYet(quietus);
            assertThat(quietus.shown("child").string("state")).isEqualTo("cancelling");

            gone.countDown();
            assertThat(tool.get()).isInstanceOf(WorkAnswer.Cancelled.class);
            JsonObject receipt = quietus.passQuiet(barrier);
            assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
            assertThat(receipt.object("work").integer("in_flight_settled")).isEqualTo(1);
        }
        assertThat(quietus.shown("child").string("state")).isEqualTo("cancelled");
        assertThat(quietus.shown("parent").string("state")).isEqualTo("running");
    }

    private static void noReceiptYet(TestingQuietus quietus) {
        QuietusProblemException refused =
                Caller.refusal(() -> quietus.operator().quietus().receipt("child"));
        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.code()).contains("no_receipt_yet");
    }
}
