package dev.quietus.client.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.quietus.client.BeginRequest;
import dev.quietus.client.ClaimedOperation;
import dev.quietus.client.Effect;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.Outcome;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.http.QuietusProtocolException;
import dev.quietus.client.http.QuietusUnreachableException;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.scope.CancelReason;
import dev.quietus.client.testing.Reply;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Begin, work, finish: what is started, what is told, and what is told when something breaks. */
@Timeout(60)
class WorkerGuardTest extends GuardFixture {

    private final AtomicBoolean started = new AtomicBoolean();

    private FinishFacts start(WorkInHand hand) {
        started.set(true);
        return FinishFacts.succeeded();
    }

    @Test
    void asksWorksAndTellsTheFacts() throws Exception {
        WorkAnswer answer = run(hand -> {
            assertThat(hand.runId() + "/" + hand.operationId() + "#" + hand.attempt())
                    .isEqualTo("r/op#3");
            assertThat(hand.scope().name()).isEqualTo("r/op");
            hand.aboutToSend();
            hand.sent("job-1");
            return FinishFacts.succeeded().withEffect(Effect.PRESENT).withEffectId("e-1");
        });
        assertThat(next(begins).json())
                .isEqualTo(Json.parse("{\"lease\":\"lease-1\",\"revocation_epoch\":17,"
                        + "\"worker\":\"w-1\",\"request_id\":\"q-1\","
                        + "\"heartbeat_timeout_seconds\":600}"));
        String who = "{\"attempt\":3,\"worker\":\"w-1\",";
        assertThat(next(beats)).isEqualTo(Json.parse(who + "\"sent\":\"about_to_send\"}"));
        assertThat(next(beats))
                .isEqualTo(Json.parse(who + "\"sent\":\"sent\",\"provider_job\":\"job-1\"}"));
        assertThat(next(finishes))
                .isEqualTo(Json.parse(who + "\"outcome\":\"succeeded\",\"effect\":\"present\","
                        + "\"sent\":\"sent\",\"provider_job\":\"job-1\",\"effect_id\":\"e-1\"}"));
        assertThat(answer).isInstanceOf(WorkAnswer.Finished.class);
        assertThat(((WorkAnswer.Finished) answer).recorded().string("recorded_as"))
                .isEqualTo("result");
    }

    @Test
    void startsNothingThatCouldNotBeRecorded() {
        onBegin = body -> Reply.problem(503, "record_not_written", "");
        assertThatThrownBy(() -> run(this::start)).isInstanceOf(QuietusProblemException.class);
        onBegin = body -> Reply.problem(409, "conflict", "\"operation\":{}");
        assertThatThrownBy(() -> run(this::start)).isInstanceOf(QuietusProblemException.class);
        onBegin = body -> Reply.problem(403, "forbidden", "");
        assertThatThrownBy(() -> run(this::start)).isInstanceOf(QuietusProblemException.class);
        onBegin = body -> Reply.json(200, "{\"decision\":\"allow\"}");
        assertThatThrownBy(() -> run(this::start)).isInstanceOf(QuietusProtocolException.class);
        onBegin = body -> Reply.json(200, "{}");
        assertThatThrownBy(() -> run(this::start)).isInstanceOf(QuietusProtocolException.class);
        onBegin = body -> Reply.empty(204);
        assertThatThrownBy(() -> run(this::start)).isInstanceOf(QuietusProtocolException.class);
        server.close();
        assertThatThrownBy(() -> run(this::start)).isInstanceOf(QuietusUnreachableException.class);
        assertThat(started).isFalse();
        assertThat(finishes).isEmpty();
    }

    @Test
    void startsNothingThatAuthorityDenies() {
        onBegin = body -> Reply.problem(403, "denied", "\"decision\":\"deny_parent_revoked\"");
        assertThat(run(this::start))
                .isEqualTo(new WorkAnswer.Denied("deny_parent_revoked", "because"));
        onBegin = body -> Reply.json(200, "{\"decision\":\"deny_stale_epoch\"}");
        assertThat(run(this::start)).isEqualTo(new WorkAnswer.Denied("deny_stale_epoch", ""));
        assertThat(started).isFalse();
        assertThat(finishes).isEmpty();
    }

    @Test
    void givesTheOutcomeThatIsThereAlready() {
        onBegin = body ->
                Reply.problem(409, "has_outcome", "\"operation\":{\"state\":\"succeeded\"}");
        JsonObject operation = Json.parseObject("{\"state\":\"succeeded\"}");
        assertThat(run(this::start)).isEqualTo(new WorkAnswer.AlreadyFinished(operation));
        assertThat(started).isFalse();
    }

    @Test
    void startsNothingInAScopeThatIsCancelledAndTellsSo() throws Exception {
        parent.cancel(new CancelReason(CancelReason.CANCEL_REQUESTED, "wrong commit"));
        WorkAnswer answer = run(this::start);
        assertThat(answer).isInstanceOf(WorkAnswer.Cancelled.class);
        assertThat(((WorkAnswer.Cancelled) answer).reason())
                .isEqualTo("cancel_requested: wrong commit");
        assertThat(started).isFalse();
        JsonObject told = next(finishes);
        assertThat(told.string("outcome")).isEqualTo("cancelled");
        assertThat(told.string("sent")).isEqualTo("not_sent");
        assertThat(told.string("effect")).isEqualTo("none");
    }

    @Test
    void tellsAFailureWithoutInventingAnEffect() throws Exception {
        WorkAnswer answer = run(hand -> {
            throw new IOException("line one\r\nline two \u0000" + "x".repeat(5_000));
        });
        assertThat(((WorkAnswer.Failed) answer).cause()).isInstanceOf(IOException.class);
        JsonObject told = next(finishes);
        assertThat(told.string("outcome")).isEqualTo("failed");
        assertThat(told.has("effect")).isFalse();
        assertThat(told.has("sent")).isFalse();
        assertThat(told.string("error"))
                .hasSize(2_000)
                .startsWith("java.io.IOException: line one \nline two  xxx");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tellsAnUnknownEffectOnceARequestMayBeOut(boolean sent) throws Exception {
        run(hand -> {
            hand.aboutToSend();
            if (sent) {
                hand.sent("job-1");
            }
            throw new IOException("reset");
        });
        JsonObject told = next(finishes);
        assertThat(told.string("effect")).isEqualTo("unknown");
        assertThat(told.string("sent")).isEqualTo(sent ? "sent" : "about_to_send");
    }

    @Test
    void tellsAnErrorAndThrowsItOn() throws Exception {
        AssertionError bug = new AssertionError("bug");
        assertThatThrownBy(() -> run(hand -> {
                    Thread.currentThread().interrupt();
                    throw bug;
                }))
                .isSameAs(bug);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(next(finishes).string("error")).isEqualTo("java.lang.AssertionError: bug");
    }

    @Test
    void tellsTheResultOfInterruptedWork() throws Exception {
        WorkAnswer answer = run(hand -> {
            throw new InterruptedException("stop waiting");
        });
        assertThat(Thread.interrupted()).isTrue();
        assertThat(answer).isInstanceOf(WorkAnswer.Failed.class);
        assertThat(next(finishes).string("outcome")).isEqualTo("failed");
        run(hand -> {
            hand.scope().cancel(new CancelReason("x", ""));
            throw new InterruptedException();
        });
        assertThat(Thread.interrupted()).isTrue();
        assertThat(next(finishes).string("outcome")).isEqualTo("cancelled");
    }

    @Test
    void keepsTheFactsOfAResultThatWasNotRecorded() {
        onFinish = body -> Reply.problem(503, "record_not_written", "");
        ResultNotRecordedException lost = catchThrowableOfType(
                ResultNotRecordedException.class,
                () -> run(hand -> {
                    hand.aboutToSend();
                    hand.sent("job-1");
                    return FinishFacts.succeeded();
                }));
        assertThat(lost.getMessage())
                .startsWith("result of r/op (succeeded) is not recorded: POST ");
        assertThat(lost.facts().outcome()).isEqualTo(Outcome.SUCCEEDED);
        assertThat(lost.facts().providerJob()).contains("job-1");
        assertThat(finishes).hasSize(2);
    }

    @Test
    void keepsTheFactsWhenTheClientIsClosedMeanwhile() {
        ResultNotRecordedException lost = catchThrowableOfType(
                ResultNotRecordedException.class,
                () -> run(hand -> {
                    quietus.close();
                    hand.sent("job-1");
                    return FinishFacts.succeeded();
                }));
        assertThat(lost).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(lost.facts().providerJob()).contains("job-1");
    }

    @Test
    void takesAnEmptyAnswerForNoRecord() {
        onFinish = body -> Reply.empty(204);
        assertThatThrownBy(() -> run(hand -> FinishFacts.succeeded()))
                .isInstanceOf(ResultNotRecordedException.class)
                .hasMessageContaining("found an answer 204 without content");
    }

    @Test
    void guardsClaimedWorkWithoutBeginningItAgain() throws Exception {
        JsonObject raw = JsonObject.empty();
        ClaimedOperation claimed =
                new ClaimedOperation("r", "lease-1", 17, "op", 5, "w-2", raw, raw);
        guard.runClaimed(claimed, CALM, this::start);
        assertThat(begins).isEmpty();
        assertThat(next(finishes))
                .isEqualTo(
                        Json.parse("{\"attempt\":5,\"worker\":\"w-2\",\"outcome\":\"succeeded\"}"));
    }

    @Test
    void asksForThirtySecondsWhereTheRequestDoesNotSay() throws Exception {
        guard.run(BeginRequest.of("r", "op", "lease-1", 17, "w-1"), this::start);
        assertThat(next(begins).json().integer("heartbeat_timeout_seconds")).isEqualTo(30);
    }

    @Test
    void worksInTheCallersThreadForManyAtOnce() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        GuardedWork meet = hand -> {
            both.countDown();
            both.await();
            return FinishFacts.succeeded();
        };
        CompletableFuture<WorkAnswer> other = CompletableFuture.supplyAsync(() -> run(meet));
        assertThat(run(meet)).isInstanceOf(WorkAnswer.Finished.class);
        assertThat(other.get()).isInstanceOf(WorkAnswer.Finished.class);
    }
}
