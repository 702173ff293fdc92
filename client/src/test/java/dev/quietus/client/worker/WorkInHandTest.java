package dev.quietus.client.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.FinishFacts;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.scope.CancelReason;
import dev.quietus.client.scope.RunCancelledException;
import dev.quietus.client.testing.Reply;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Heartbeats and the reports around sending: what proves "not sent", and what only looks like it.
 */
@Timeout(60)
class WorkInHandTest extends GuardFixture {

    private static final Duration LIVELY = Duration.ofMillis(150);

    @Test
    void beatsAtAThirdOfTheTimeoutUntilTheWorkEnds() throws Exception {
        AtomicReference<Duration> three = new AtomicReference<>(Duration.ZERO);
        guard.run(begin(LIVELY), hand -> {
            long startNanos = System.nanoTime();
            for (int i = 0; i < 3; i++) {
                assertThat(next(beats).has("sent")).isFalse();
            }
            three.set(Duration.ofNanos(System.nanoTime() - startNanos));
            return FinishFacts.succeeded();
        });
        assertThat(three.get()).isGreaterThanOrEqualTo(LIVELY.minusMillis(1));
        next(finishes);
        beats.clear();
        // One may have been under way.
        beats.poll(LIVELY.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(beats.poll(LIVELY.toMillis(), TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    void reachesTheWorkWithAStopThatAHeartbeatBrings() throws Exception {
        onBeat = body -> STOP;
        WorkAnswer answer = guard.run(begin(LIVELY), hand -> {
            assertThat(hand.scope().awaitCancellation(Duration.ofSeconds(30))).isTrue();
            hand.scope().throwIfCancelled();
            return FinishFacts.succeeded();
        });
        assertThat(((WorkAnswer.Cancelled) answer).reason())
                .isEqualTo("cancel_requested: barrier stop-r-1");
        assertThat(next(finishes).string("outcome")).isEqualTo("cancelled");
        assertThat(parent.isCancelled()).isFalse();
    }

    @Test
    void keepsTheResultOfWorkThatFinishesInSpiteOfAStop() throws Exception {
        onBeat = body -> STOP;
        WorkAnswer answer = guard.run(begin(LIVELY), hand -> {
            hand.scope().awaitCancellation(Duration.ofSeconds(30));
            return FinishFacts.succeeded();
        });
        assertThat(answer).isInstanceOf(WorkAnswer.Finished.class);
        assertThat(next(finishes).string("outcome")).isEqualTo("succeeded");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409})
    void endsWorkThatTheServerDoesNotHearAnyMore(int status) {
        onBeat = body -> Reply.problem(status, "attempt_given_up", "");
        WorkAnswer answer = guard.run(begin(LIVELY), hand -> {
            hand.scope().awaitCancellation(Duration.ofSeconds(30));
            hand.scope().throwIfCancelled();
            return FinishFacts.succeeded();
        });
        assertThat(((WorkAnswer.Cancelled) answer).reason())
                .startsWith(CancelReason.NOT_HEARD + ": POST ")
                .contains("refused with status " + status);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 503})
    void goesOnWhenAHeartbeatIsLost(int status) throws Exception {
        onBeat = body -> Reply.empty(status);
        WorkAnswer answer = guard.run(begin(LIVELY), hand -> {
            next(beats);
            next(beats);
            next(beats);
            assertThat(hand.scope().isCancelled()).isFalse();
            return FinishFacts.succeeded();
        });
        assertThat(answer).isInstanceOf(WorkAnswer.Finished.class);
    }

    @Test
    void holdsBackWhenTheStopComesWithTheLastQuestion() throws Exception {
        onBeat = body -> STOP;
        WorkAnswer answer = run(hand -> {
            hand.aboutToSend();
            throw new AssertionError("sent after a stop");
        });
        assertThat(answer).isInstanceOf(WorkAnswer.Cancelled.class);
        JsonObject told = next(finishes);
        assertThat(told.string("sent")).isEqualTo("not_sent");
        assertThat(told.string("effect")).isEqualTo("none");
    }

    @Test
    void asksNobodyOnceTheScopeIsCancelled() throws Exception {
        run(hand -> {
            hand.scope().cancel(new CancelReason("x", ""));
            hand.aboutToSend();
            return FinishFacts.succeeded();
        });
        assertThat(beats).isEmpty();
        assertThat(next(finishes).string("sent")).isEqualTo("not_sent");
    }

    @Test
    void doesNotSendWhatCouldNotBeRecordedAndMayTryAgain() throws Exception {
        onBeat = body -> Reply.empty(503);
        run(hand -> {
            assertThatThrownBy(hand::aboutToSend).isInstanceOf(QuietusProblemException.class);
            onBeat = body -> GO_ON;
            hand.aboutToSend();
            return FinishFacts.succeeded();
        });
        assertThat(next(finishes).string("sent")).isEqualTo("about_to_send");
    }

    @Test
    void neverBeatsNotSentWhileItMayStillSend() throws Exception {
        onBeat = body -> body.has("sent") ? Reply.empty(503) : GO_ON;
        guard.run(begin(LIVELY), hand -> {
            assertThatThrownBy(hand::aboutToSend).isInstanceOf(QuietusException.class);
            beats.clear();
            for (int i = 0; i < 3; i++) {
                assertThat(next(beats).has("sent")).isFalse();
            }
            return FinishFacts.failed("gave up");
        });
        assertThat(next(finishes).string("sent")).isEqualTo("not_sent");
    }

    @Test
    void beatsNotSentOnceThatIsFinal() throws Exception {
        guard.run(begin(LIVELY), hand -> {
            hand.aboutToSend();
            hand.notSent();
            beats.clear();
            JsonObject beat = next(beats);
            while (!beat.has("sent") || beat.string("sent").equals("about_to_send")) {
                beat = next(beats);
            }
            assertThat(beat.string("sent")).isEqualTo("not_sent");
            assertThatThrownBy(hand::aboutToSend)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("r/op: reported as not sent in this attempt, can't be sent any"
                            + " more");
            return FinishFacts.failed("refused");
        });
        assertThat(next(finishes).string("sent")).isEqualTo("not_sent");
    }

    @Test
    void neverTakesBackThatSomethingWasSent() throws Exception {
        run(hand -> {
            hand.aboutToSend();
            hand.sent("job-1");
            assertThatThrownBy(hand::notSent)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("r/op: reported as sent before, can't be not sent");
            onBeat = body -> STOP;
            assertThatThrownBy(hand::aboutToSend).isInstanceOf(RunCancelledException.class);
            return FinishFacts.cancelled();
        });
        assertThat(next(finishes).string("sent")).isEqualTo("sent");
    }

    @Test
    void doesNotCallTheSecondRequestHeldBackProofThatNothingWasSent() throws Exception {
        run(hand -> {
            hand.aboutToSend();
            onBeat = body -> STOP;
            hand.aboutToSend();
            return FinishFacts.succeeded();
        });
        JsonObject told = next(finishes);
        assertThat(told.string("sent")).isEqualTo("about_to_send");
        assertThat(told.string("effect")).isEqualTo("unknown");
    }

    @Test
    void tellsWithTheResultWhatCouldNotBeReportedBefore() throws Exception {
        run(hand -> {
            hand.aboutToSend();
            onBeat = body -> Reply.empty(503);
            hand.sent("job-1");
            return FinishFacts.succeeded();
        });
        assertThat(next(finishes).string("provider_job")).isEqualTo("job-1");
    }

    @Test
    void refusesAJobIdThatTheServerWouldRefuseButKeepsThatItWasSent() throws Exception {
        WorkAnswer answer = run(hand -> {
            hand.aboutToSend();
            hand.sent("job 1");
            return FinishFacts.succeeded();
        });
        assertThat(((WorkAnswer.Failed) answer).cause())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("provider_job: expected 1 to 200 printable ASCII");
        JsonObject told = next(finishes);
        assertThat(told.string("sent")).isEqualTo("sent");
        assertThat(told.has("provider_job")).isFalse();
        assertThat(told.string("effect")).isEqualTo("unknown");
    }

    @Test
    void letsTheWorksOwnWordStand() throws Exception {
        run(hand -> {
            hand.aboutToSend();
            hand.sent("job-1");
            return FinishFacts.succeeded().withProviderJob("job-2");
        });
        assertThat(next(finishes).string("provider_job")).isEqualTo("job-2");
    }

    @Test
    void survivesACallbackThatThrows() throws Exception {
        onBeat = body -> STOP;
        CountDownLatch reported = new CountDownLatch(1);
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> reported.countDown());
        try {
            guard.run(begin(LIVELY), hand -> {
                hand.scope().onCancel(why -> {
                    throw new IllegalStateException("broken callback");
                });
                reported.await();
                beats.clear();
                next(beats);
                return FinishFacts.succeeded();
            });
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertThat(next(finishes).string("outcome")).isEqualTo("succeeded");
    }
}
