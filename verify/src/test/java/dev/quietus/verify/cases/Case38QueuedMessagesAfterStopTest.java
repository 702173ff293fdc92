package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.untilTrue;
import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.ClaimRequest;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.RunRegistration;
import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.worker.WorkAnswer;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Cases 38 and 39: queued messages are sent after the stop, one stop for each; or the opposite,
 * they are gone, or nothing is ever sent again. Proves that one stop holds all of them back, that
 * they stay to be seen under their ids, over a restart too, and that each can be sent or dropped by
 * an explicit act in a run that resumes the stopped one.
 */
class Case38QueuedMessagesAfterStopTest {
    private static final Duration MODEL_RETRY = Duration.ofSeconds(60);

    @RegisterExtension
    final Installation installation = Installation.withoutProviders();

    private final JsonObject input = CaseInput.of("38-queued-messages-after-stop");
    private final Map<String, String> texts = input.array("queued_messages").objects().stream()
            .collect(Collectors.toMap(it -> it.string("id"), it -> it.string("text")));
    private TestingQuietus quietus;
    private EffectsLog sent;

    /** A turn runs, two messages wait behind it, and the model is in the back-off of a 429. */
    @BeforeEach
    void stopATurnWithMessagesBehindIt() throws InterruptedException {
        quietus = installation.quietus();
        sent = new EffectsLog(installation.directory());
        RunAuthority run = quietus.run("run-s");
        try (Ticker turn = Ticker.start(quietus.agent(run), run, "turn");
                QueueWorkers model =
                        QueueWorkers.start(quietus, "model", "model-requests", 1, work -> {
                            sent.append(work.operationId());
                            return FinishFacts.failed("429").withRetry(MODEL_RETRY, 10);
                        })) {
            quietus.accept(work(run, "upstream", "model.messages")
                    .kind("model_request")
                    .queue("model-requests")
                    .effects(ExpectedEffects.NONE));
            texts.keySet().forEach(id -> queue(run, id));
            quietus.awaitOperation("run-s", "upstream", "scheduled");

            String barrier = quietus.stop("run-s").string("barrier_id");

            assertThat(turn.answer()).isInstanceOf(WorkAnswer.Cancelled.class);
            drain();
            quietus.move(MODEL_RETRY);
            JsonObject receipt = quietus.passQuiet(barrier);
            drain();
            assertThat(model.started()).containsExactly("upstream");
            assertThat(receipt.object("work").integer("queued_cancelled")).isEqualTo(2);
            assertThat(receipt.object("work").integer("scheduled_retries_cancelled"))
                    .isEqualTo(1);
            assertThat(receipt.object("stages").has("generation_stopped")).isTrue();
        }
    }

    @Test
    void oneStopHoldsEveryMessageBack() {
        assertThat(sent.lines()).containsExactly("upstream");
        assertThat(quietus.events("run-s", "stop_requested")).hasSize(1);
        assertThat(quietus.events("run-s", "stop_repeated")).isEmpty();
        assertThat(held()).containsOnlyKeys(texts.keySet());
        held().values().forEach(message -> {
            assertThat(message.string("state")).isEqualTo("cancelled_before_start");
            assertThat(message.string("cancelled_by")).isEqualTo("stop-run-s-01");
            assertThat(message.string("arguments_digest"))
                    .isEqualTo(digest(message.string("operation_id")));
        });
    }

    @Test
    void eachHeldMessageCanBeSentOrDropped() throws InterruptedException {
        Map<String, JsonObject> before = held();
        quietus.restart();
        assertThat(held()).isEqualTo(before);
        RunAuthority resumed = resumed();
        queue(resumed, "m2");
        quietus.operator()
                .quietus()
                .stop("run-s-resumed", StopRequest.because("not this one").ofOperation("m2"));
        queue(resumed, "m1");
        queue(resumed, "m3");

        try (QueueWorkers input = QueueWorkers.start(quietus, "session", "input", 1, work -> {
            sent.append(work.operationId());
            return FinishFacts.succeeded();
        })) {
            untilTrue("the session goes on", () -> input.answers().size() == 2);
            JsonObject dropped = quietus.passQuiet("stop-run-s-resumed-01");
            assertThat(dropped.object("work").integer("queued_cancelled")).isEqualTo(1);
            assertThat(input.started()).containsExactly("m1", "m3");
        }
        assertThat(sent.lines()).containsExactly("upstream", "m1", "m3");
        assertThat(quietus.operation("run-s-resumed", "m2").string("state"))
                .isEqualTo("cancelled_before_start");
        assertThat(held()).isEqualTo(before);
        assertThat(quietus.shown("run-s-resumed").string("state")).isEqualTo("running");
    }

    private RunAuthority resumed() {
        return quietus.operator()
                .quietus()
                .registerRun(RunRegistration.builder()
                        .runId("run-s-resumed")
                        .resumes("run-s")
                        .capability("*")
                        .validUntil(quietus.now().plus(Duration.ofHours(20)))
                        .build());
    }

    private void queue(RunAuthority run, String message) {
        quietus.accept(work(run, message, "session.send")
                .kind("message")
                .queue("input")
                .effects(ExpectedEffects.NONE)
                .argumentsDigest(digest(message)));
    }

    private String digest(String message) {
        return "text-of-" + message + "-" + texts.getOrDefault(message, message).replace(' ', '-');
    }

    /** What a session does when its turn has ended: it takes the next message. */
    private void drain() {
        assertThat(quietus.worker("session")
                        .quietus()
                        .claim(ClaimRequest.of("input", "session", Duration.ofMillis(300))))
                .isEmpty();
    }

    private Map<String, JsonObject> held() {
        List<JsonObject> all = quietus.operator().all("operations", "runs", "run-s", "operations");
        return all.stream()
                .filter(operation -> operation.string("kind").equals("message"))
                .collect(Collectors.toMap(
                        operation -> operation.string("operation_id"), Function.identity()));
    }
}
