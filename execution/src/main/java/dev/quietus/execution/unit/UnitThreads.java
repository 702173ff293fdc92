package dev.quietus.execution.unit;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The threads of units. They wait in the kernel, so they are platform threads, and they are used
 * again: a supervisor that starts one command after the other does not wait for a new thread while
 * the processor is busy with the command. One that is idle ends after a minute; none keeps the JVM
 * alive. Safe for use by several threads.
 */
public final class UnitThreads {
    private static final ExecutorService ALL = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("quietus-idle").factory());

    private UnitThreads() {}

    /**
     * Has work done on a thread of its own.
     *
     * @param name the thread's name while it does this
     */
    public static void start(String name, Runnable work) {
        ALL.execute(() -> {
            Thread here = Thread.currentThread();
            String idle = here.getName();
            here.setName(name);
            try {
                work.run();
            } finally {
                here.setName(idle);
            }
        });
    }
}
