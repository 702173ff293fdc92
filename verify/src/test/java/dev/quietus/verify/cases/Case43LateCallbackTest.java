package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.server.Caller;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 43: a late callback after a cancel gives an error or resumes. Proves that a callback and a
 * person's approval that come after the stop are answered as stale, the same each time, are written
 * down under the barrier, and start nothing; the receipt stays.
 */
class Case43LateCallbackTest {
    private static final String RUN = "run-o";
    private static final String BARRIER = "stop-run-o-01";

    @RegisterExtension
    final Installation installation = Installation.withoutProviders();

    @Test
    void aLateCallbackIsStaleAndIgnored() {
        JsonObject receipt = stoppedWhileWaiting();
        JsonObject body = JsonObject.builder()
                .put("outcome", "succeeded")
                .put("output_digest", "approve")
                .build();

        List<QuietusProblemException> answers = twice(() -> installation
                .quietus()
                .worker("callbacks")
                .post(body, "runs", RUN, "operations", "op-1", "callback"));

        staleBothTimes(answers);
        writtenDownUnderTheBarrier("op-1", "begin");
        nothingStarts(receipt);
    }

    @Test
    void aLateApprovalIsStaleAndIgnored() {
        JsonObject receipt = stoppedWhileWaiting();

        List<QuietusProblemException> answers =
                twice(() -> installation.quietus().operator().quietus().approve(RUN, "op-2"));

        staleBothTimes(answers);
        writtenDownUnderTheBarrier("op-2", "approve");
        assertThat(installation.quietus().events(RUN, "stale_decision_ignored"))
                .hasSize(2)
                .allSatisfy(event -> {
                    assertThat(event.string("barrier_id")).isEqualTo(BARRIER);
                    assertThat(event.object("data").string("decision")).isEqualTo("approve");
                });
        nothingStarts(receipt);
    }

    private JsonObject stoppedWhileWaiting() {
        TestingQuietus quietus = installation.quietus();
        RunAuthority run = quietus.run(RUN);
        quietus.accept(work(run, "op-1", "person.answer").kind("callback"));
        quietus.accept(work(run, "op-2", "mail.send").queue("work").requiresApproval());
        JsonObject receipt = quietus.stopAndPassQuiet(RUN);
        assertThat(receipt.object("work").integer("timers_cancelled")).isEqualTo(1);
        assertThat(receipt.object("work").integer("approvals_cancelled")).isEqualTo(1);
        quietus.move(Duration.ofSeconds(60));
        return receipt;
    }

    private static List<QuietusProblemException> twice(Runnable call) {
        return List.of(Caller.refusal(call), Caller.refusal(call));
    }

    private static void staleBothTimes(List<QuietusProblemException> answers) {
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.code()).contains("stale_ignored");
            assertThat(answer.detail().orElseThrow()).startsWith("stale, ignored: ");
            assertThat(answer.problem().orElseThrow().bool("retryable")).isFalse();
        });
        assertThat(answers.get(0).problem()).isEqualTo(answers.get(1).problem());
    }

    private void writtenDownUnderTheBarrier(String operation, String asked) {
        assertThat(installation.quietus().events(RUN, "late_attempt_denied"))
                .hasSize(2)
                .allSatisfy(event -> {
                    assertThat(event.string("operation_id")).isEqualTo(operation);
                    assertThat(event.string("barrier_id")).isEqualTo(BARRIER);
                    assertThat(event.object("data").string("asked")).isEqualTo(asked);
                });
        assertThat(installation
                        .quietus()
                        .operator()
                        .quietus()
                        .barrier(BARRIER)
                        .integer("late_attempts_denied"))
                .isEqualTo(2);
    }

    private void nothingStarts(JsonObject receipt) {
        TestingQuietus quietus = installation.quietus();
        assertThat(quietus.events(RUN, "operation_begun")).isEmpty();
        for (String operation : List.of("op-1", "op-2")) {
            assertThat(quietus.operation(RUN, operation).string("state"))
                    .isEqualTo("cancelled_before_start");
        }
        assertThat(quietus.operator().quietus().barrier(BARRIER).string("state"))
                .isEqualTo("certified");
        assertThat(quietus.receipt(RUN)).isEqualTo(receipt);
    }
}
