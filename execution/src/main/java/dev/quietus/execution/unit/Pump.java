package dev.quietus.execution.unit;

import dev.quietus.execution.output.OutputFacts;
import dev.quietus.execution.output.OutputPlan;
import dev.quietus.execution.output.OutputRecorder;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The thread that reads one pipe of a unit to its end, or until it is told to give up. It owns our
 * end of the pipe and closes it when it is done.
 */
final class Pump {
    private static final int CHUNK = 65_536;
    private static final int WAIT_MILLIS = 20;
    private static final Duration LAST_WAIT = Duration.ofMillis(200);

    private final StartedUnit.OutputPipe pipe;
    private final OutputRecorder recorder;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean givenUp;
    private volatile boolean complete;

    Pump(StartedUnit.OutputPipe pipe, OutputPlan plan, String name) {
        this.pipe = pipe;
        this.recorder = new OutputRecorder(plan);
        UnitThreads.start(name, this::run);
    }

    private void run() {
        byte[] buffer = new byte[CHUNK];
        try {
            while (!givenUp) {
                int count = pipe.read(buffer, WAIT_MILLIS);
                if (count == StartedUnit.OutputPipe.END) {
                    complete = true;
                    return;
                }
                if (count > 0) {
                    recorder.take(buffer, count);
                }
            }
        } catch (IOException unreadable) {
            complete = false;
        } finally {
            pipe.close();
            ended.countDown();
        }
    }

    /**
     * Reads on until the end, but no longer than this; then names who holds the pipe, and closes
     * our end of it. A reader who does not take what we pass on can't make this wait longer.
     */
    OutputFacts drain(Duration limit) {
        if (await(limit)) {
            return recorder.done(complete, List.of());
        }
        List<Member> holders = pipe.holders();
        givenUp = true;
        if (await(LAST_WAIT)) {
            return recorder.done(complete, complete ? List.of() : holders);
        }
        // It hangs in passing on: what it counts from here on belongs to nobody's report.
        return new OutputRecorder(OutputPlan.COUNTED).done(false, holders);
    }

    private boolean await(Duration limit) {
        try {
            return ended.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
