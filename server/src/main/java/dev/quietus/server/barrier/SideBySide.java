package dev.quietus.server.barrier;

import dev.quietus.core.barrier.Calls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Makes calls to providers side by side, each on a virtual thread; each has its own time-out. */
public final class SideBySide implements Calls {
    @Override
    public void all(List<Runnable> calls) {
        if (calls.size() <= 1) {
            calls.forEach(Runnable::run);
            return;
        }
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (Runnable call : calls) {
                running.add(executor.submit(call));
            }
            await(running);
        }
    }

    private static void await(List<Future<?>> running) {
        @Nullable RuntimeException first = null;
        for (Future<?> each : running) {
            try {
                each.get();
            } catch (ExecutionException e) {
                RuntimeException failure = e.getCause() instanceof RuntimeException cause
                        ? cause
                        : new IllegalStateException("a call to a provider failed", e.getCause());
                first = first == null ? failure : first;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                running.forEach(call -> call.cancel(true));
                return;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
