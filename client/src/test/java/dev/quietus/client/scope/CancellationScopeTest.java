package dev.quietus.client.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CancellationScopeTest {

    private static final CancelReason WHY =
            new CancelReason(CancelReason.CANCEL_REQUESTED, "wrong commit");

    private final CancellationScope scope = CancellationScope.root("run r");
    private final List<String> told = new ArrayList<>();

    @Test
    void staysOpenUntilSomebodyCancelsIt() {
        assertThat(scope.isCancelled()).isFalse();
        assertThat(scope.reason()).isEmpty();
        assertThatCode(scope::throwIfCancelled).doesNotThrowAnyException();
        assertThat(scope.toString()).isEqualTo("CancellationScope[run r]");
    }

    @Test
    void keepsTheFirstReason() {
        assertThat(scope.cancel(WHY)).isTrue();
        assertThat(scope.cancel(new CancelReason("other", ""))).isFalse();
        assertThat(scope.reason()).contains(WHY);
        assertThatThrownBy(scope::throwIfCancelled)
                .isInstanceOf(RunCancelledException.class)
                .hasMessage("run r is cancelled: cancel_requested: wrong commit")
                .satisfies(e -> assertThat(((RunCancelledException) e).reason()).isEqualTo(WHY));
        assertThat(scope.toString()).isEqualTo("CancellationScope[run r, cancelled]");
    }

    @Test
    void runsEachCallbackOnceAndInOrder() {
        scope.onCancel(why -> told.add("first " + why.detail()));
        scope.onCancel(why -> told.add("second"));
        scope.cancel(WHY);
        scope.cancel(WHY);
        assertThat(told).containsExactly("first wrong commit", "second");
    }

    @Test
    void runsACallbackAtOnceIfItIsCancelledAlready() {
        scope.cancel(WHY);
        scope.onCancel(why -> told.add(why.code())).close();
        assertThat(told).containsExactly("cancel_requested");
    }

    @Test
    void forgetsACallbackThatWasTakenBack() {
        CancellationScope.Registration registration = scope.onCancel(why -> told.add("never"));
        registration.close();
        registration.close();
        scope.cancel(WHY);
        registration.close();
        assertThat(told).isEmpty();
    }

    @Test
    void runsAllCallbacksEvenIfSomeThrow() {
        scope.onCancel(why -> {
            throw new IllegalStateException("one");
        });
        scope.onCancel(why -> {
            throw new AssertionError("two");
        });
        CancellationScope child = scope.child("child");
        assertThatThrownBy(() -> scope.cancel(WHY))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("one")
                .satisfies(e -> assertThat(e.getSuppressed())
                        .singleElement()
                        .isInstanceOf(AssertionError.class));
        assertThat(child.isCancelled()).isTrue();
    }

    @Test
    void throwsTheErrorOfACallbackBehindAllOthers() {
        scope.onCancel(why -> {
            throw new AssertionError("first");
        });
        scope.onCancel(why -> told.add("second"));
        assertThatThrownBy(() -> scope.cancel(WHY))
                .isInstanceOf(AssertionError.class)
                .hasMessage("first");
        assertThat(told).containsExactly("second");
    }

    @Test
    void cancelsItsChildrenAndNotItsParent() {
        CancellationScope child = scope.child("child");
        CancellationScope grandchild = child.child("grandchild");
        CancellationScope sibling = scope.child("sibling");
        child.cancel(WHY);
        assertThat(grandchild.reason()).contains(WHY);
        assertThat(scope.isCancelled()).isFalse();
        assertThat(sibling.isCancelled()).isFalse();
        scope.cancel(new CancelReason("later", ""));
        assertThat(child.reason()).contains(WHY);
        assertThat(sibling.reason()).map(CancelReason::code).contains("later");
        assertThat(grandchild.name()).isEqualTo("grandchild");
    }

    @Test
    void bearsAChildThatIsCancelledIfItIsItself() {
        scope.cancel(WHY);
        assertThat(scope.child("late").reason()).contains(WHY);
    }

    @Test
    void leavesAClosedChildAlone() {
        CancellationScope child = scope.child("child");
        child.close();
        scope.cancel(WHY);
        assertThat(child.isCancelled()).isFalse();
    }

    @Test
    void letsACallbackLookAtTheScopeItIsCalledFor() {
        scope.onCancel(why -> {
            told.add(scope.reason().orElseThrow().describe() + scope.isCancelled());
            scope.onCancel(again -> told.add("nested"));
        });
        scope.cancel(new CancelReason("x", ""));
        assertThat(told).containsExactly("xtrue", "nested");
    }

    @Test
    void wakesWhoeverWaits() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        CompletableFuture<Boolean> waiter = CompletableFuture.supplyAsync(() -> {
            waiting.countDown();
            try {
                return scope.awaitCancellation(Duration.ofSeconds(Long.MAX_VALUE));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        waiting.await();
        scope.cancel(WHY);
        assertThat(waiter.get()).isTrue();
        assertThat(scope.awaitCancellation(Duration.ZERO)).isTrue();
    }

    @Test
    void waitsNoLongerThanAsked() throws Exception {
        assertThat(scope.awaitCancellation(Duration.ofMillis(1))).isFalse();
        assertThat(scope.awaitCancellation(Duration.ofSeconds(-1))).isFalse();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> scope.awaitCancellation(Duration.ofHours(1)))
                .isInstanceOf(InterruptedException.class);
    }

    @RepeatedTest(200)
    void neitherLosesNorRepeatsACallbackThatRacesWithTheCancel() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CyclicBarrier start = new CyclicBarrier(3);
        CompletableFuture<Void> registers = CompletableFuture.runAsync(() -> {
            await(start);
            scope.onCancel(why -> runs.incrementAndGet());
        });
        CompletableFuture<Boolean> one = CompletableFuture.supplyAsync(() -> {
            await(start);
            return scope.cancel(WHY);
        });
        await(start);
        boolean two = scope.cancel(WHY);
        registers.get();
        assertThat(one.get()).isNotEqualTo(two);
        assertThat(runs).hasValue(1);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
