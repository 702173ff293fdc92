package dev.quietus.execution.unit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The note that a unit is about to be ended.
 *
 * @param unit which unit
 * @param cause why
 * @param living who lives in it now
 */
record EndNote(UnitName unit, EndCause cause, List<Member> living) {
    /**
     * Has it written, and does not wait for that longer than its budget.
     *
     * @return whether it was written in time
     */
    boolean writtenBy(UnitWatch watch, Duration budget) {
        CountDownLatch noted = new CountDownLatch(1);
        UnitThreads.start("quietus-note-" + unit.mark(), () -> {
            watch.ending(unit, cause, living);
            noted.countDown();
        });
        try {
            return noted.await(budget.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
