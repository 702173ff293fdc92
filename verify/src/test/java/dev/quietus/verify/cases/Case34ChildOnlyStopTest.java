package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.untilTrue;
import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.Quietus;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.http.StreamEvent;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.scope.CancellationScope;
import dev.quietus.client.scope.RunSignals;
import dev.quietus.client.worker.WorkAnswer;
import dev.quietus.verify.server.Caller;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.TestingQuietus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 34: only the child is cancelled, and the parent retries that for ever. Proves that the
 * parent hears of it once as final, that no retry of it under any policy starts the child again,
 * and that the parent comes to its end.
 */
class Case34ChildOnlyStopTest {

    @RegisterExtension
    final Installation installation = Installation.withoutProviders();

    @Test
    void aStoppedChildIsAFinalAnswerToItsParent() {
        TestingQuietus quietus = installation.quietus();
        RunAuthority root = quietus.run("root");
        RunAuthority child = quietus.child("c1", root);
        Quietus agent = quietus.agent(root).quietus();
        CancellationScope scope = CancellationScope.root("root");
        List<StreamEvent> signals = new CopyOnWriteArrayList<>();
        try (RunSignals following = RunSignals.follow(
                        agent, "root", scope, signals::add, Duration.ofSeconds(5));
                Ticker ticker = Ticker.start(quietus.agent(child), child, "long-work")) {
            untilTrue("the parent listens", following::isLive);

            String barrier = quietus.stop("c1").string("barrier_id");
            untilTrue("the parent has heard of it", () -> !signals.isEmpty());
            assertThat(ticker.answer()).isInstanceOf(WorkAnswer.Cancelled.class);
            retriesAreRefusedForGood(quietus, root, child);
            assertThat(quietus.passQuiet(barrier).string("decision"))
                    .isEqualTo("stopped_and_quiet");

            assertThat(agent.complete("root").string("state")).isEqualTo("completed");
            assertThat(scope.isCancelled()).isFalse();
        }
        assertThat(signals).singleElement().satisfies(signal -> {
            assertThat(signal.name()).isEqualTo("child_stopped");
            assertThat(signal.json())
                    .isEqualTo(JsonObject.builder()
                            .put("run_id", "root")
                            .put("child_run", "c1")
                            .put("final", true)
                            .build());
        });
        assertThat(quietus.events("root", "operation_begun"))
                .extracting(event -> event.string("operation_id"))
                .containsExactly("long-work");
        assertThat(quietus.shown("c1").string("state")).isEqualTo("cancelled");
    }

    /** Registering it again finds the stopped one; whatever is asked of that is refused. */
    private static void retriesAreRefusedForGood(
            TestingQuietus quietus, RunAuthority root, RunAuthority child) {
        for (int retry = 1; retry <= 5; retry++) {
            RunAuthority again =
                    quietus.agent(root).quietus().registerRun(RunningQuietus.childOf("c1", root));
            assertThat(again.lease()).isEqualTo(child.lease());
            assertThat(again.raw().string("state")).isEqualTo("cancelling");
            String operation = "long-work-" + retry;
            QuietusProblemException refused = Caller.refusal(() -> quietus.agent(again)
                    .quietus()
                    .accept(work(child, operation, "clock.tick").build()));
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.decision()).contains("deny_stale_epoch");
            assertThat(refused.problem().orElseThrow().bool("retryable")).isFalse();
        }
    }
}
