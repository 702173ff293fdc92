package dev.quietus.client.scope;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cleaning up goes on where the cancelled work has ended, and never for ever. */
@Timeout(60)
class CleanupScopeTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final CancellationScope scope = CancellationScope.root("run r");

    @AfterEach
    void leaveNoInterrupt() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void goesOnAfterTheScopeIsCancelled() {
        scope.cancel(new CancelReason("x", ""));
        CleanupScope cleanup = scope.cleanup(LONG);
        AtomicBoolean interrupted = new AtomicBoolean();
        AtomicReference<Thread> thread = new AtomicReference<>();
        assertThat(cleanup.run("save the result", () -> {
                    interrupted.set(Thread.currentThread().isInterrupted());
                    thread.set(Thread.currentThread());
                }))
                .isEqualTo(new CleanupOutcome.Done("save the result"));
        assertThat(interrupted).isFalse();
        assertThat(thread.get().isDaemon()).isTrue();
        assertThat(thread.get().getName()).isEqualTo("quietus-run-r-cleanup");
        assertThat(cleanup.unconfirmed()).isEmpty();
    }

    @Test
    void isNotDisturbedByTheInterruptThatEndedTheWork() {
        Thread.currentThread().interrupt();
        CleanupScope cleanup = scope.cleanup(LONG);
        assertThat(cleanup.run("first", () -> {})).isEqualTo(new CleanupOutcome.Done("first"));
        assertThat(cleanup.run("second", () -> {})).isEqualTo(new CleanupOutcome.Done("second"));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void endsAWaitAtANewInterruptAndTriesTheNextStep() {
        CleanupScope cleanup = scope.cleanup(LONG);
        Thread waiting = Thread.currentThread();
        CountDownLatch ended = new CountDownLatch(1);
        CleanupOutcome outcome = cleanup.run("hang", () -> {
            waiting.interrupt();
            try {
                new CountDownLatch(1).await();
            } finally {
                ended.countDown();
            }
        });
        assertThat(outcome).isEqualTo(new CleanupOutcome.Unconfirmed("hang"));
        assertThat(cleanup.run("release", ended::await))
                .isEqualTo(new CleanupOutcome.Done("release"));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void namesWhatDidNotEndInTime() throws Exception {
        CleanupScope cleanup = scope.cleanup(Duration.ofMillis(100));
        CountDownLatch release = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        CountDownLatch heard = new CountDownLatch(1);
        assertThat(cleanup.run("close the door", () -> {
                    try {
                        release.await();
                    } catch (InterruptedException e) {
                        interrupted.set(true);
                        heard.countDown();
                        // A step that does not listen.
                        release.await();
                    }
                }))
                .isEqualTo(new CleanupOutcome.Unconfirmed("close the door"));
        heard.await();
        assertThat(interrupted).isTrue();
        assertThat(cleanup.remaining()).isZero();
        assertThat(cleanup.run("too late", () -> interrupted.set(false)))
                .isEqualTo(new CleanupOutcome.Unconfirmed("too late"));
        assertThat(interrupted).isTrue();
        assertThat(cleanup.outcomes())
                .containsExactly(
                        new CleanupOutcome.Unconfirmed("close the door"),
                        new CleanupOutcome.Unconfirmed("too late"));
        release.countDown();
    }

    @Test
    void goesOnAfterAStepThatFails() {
        CleanupScope cleanup = scope.cleanup(LONG);
        cleanup.run("a", () -> {
            throw new IOException("disk full");
        });
        cleanup.run("b", () -> {
            throw new AssertionError("bug");
        });
        cleanup.run("c", () -> {});
        assertThat(cleanup.outcomes())
                .containsExactly(
                        new CleanupOutcome.Failed("a", "java.io.IOException: disk full"),
                        new CleanupOutcome.Failed("b", "java.lang.AssertionError: bug"),
                        new CleanupOutcome.Done("c"));
        assertThat(cleanup.unconfirmed())
                .extracting(CleanupOutcome::what)
                .containsExactly("a", "b");
    }

    @Test
    void takesAnyLimit() {
        assertThat(scope.cleanup(Duration.ofSeconds(Long.MAX_VALUE)).run("x", () -> {}))
                .isEqualTo(new CleanupOutcome.Done("x"));
        assertThat(scope.cleanup(Duration.ofSeconds(-1)).run("x", () -> {}))
                .isEqualTo(new CleanupOutcome.Unconfirmed("x"));
    }
}
