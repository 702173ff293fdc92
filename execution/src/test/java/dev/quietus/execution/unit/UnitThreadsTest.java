package dev.quietus.execution.unit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UnitThreadsTest {
    @Test
    void aThreadHasTheNameOfItsWorkAndKeepsNoJvmAlive() throws Exception {
        CompletableFuture<String> name = new CompletableFuture<>();
        CompletableFuture<Boolean> daemon = new CompletableFuture<>();

        UnitThreads.start("quietus-unit-a", () -> {
            name.complete(Thread.currentThread().getName());
            daemon.complete(Thread.currentThread().isDaemon());
        });

        assertEquals("quietus-unit-a", name.get(10, TimeUnit.SECONDS));
        assertTrue(daemon.get(10, TimeUnit.SECONDS));
    }

    @Test
    void workThatWaitsKeepsNoOtherWaiting() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CompletableFuture<Thread> waiting = new CompletableFuture<>();
        CompletableFuture<Thread> beside = new CompletableFuture<>();

        UnitThreads.start("quietus-unit-b", () -> {
            waiting.complete(Thread.currentThread());
            try {
                held.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        UnitThreads.start("quietus-unit-c", () -> beside.complete(Thread.currentThread()));

        assertNotEquals(waiting.get(10, TimeUnit.SECONDS), beside.get(10, TimeUnit.SECONDS));
        held.countDown();
    }
}
