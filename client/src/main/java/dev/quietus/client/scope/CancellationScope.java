package dev.quietus.client.scope;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The notice to one run, turn or piece of work that it shall end. One per run or turn, so that
 * stopping one does not touch another; a child is cancelled with its parent, never the other way.
 *
 * <p>Cancelling is cooperative and happens once: the first reason stays. Look at the scope before a
 * model request, before work is queued, before a tool starts, in retry waits (with
 * {@link #awaitCancellation(Duration)}), and before each step with side effects. Thread-safe.
 */
public final class CancellationScope implements AutoCloseable {

    private final String name;
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final Map<Registration, Consumer<CancelReason>> callbacks = new LinkedHashMap<>();
    private final Registration inParent = new Registration();
    private @Nullable CancelReason reason;

    private CancellationScope(String name) {
        this.name = name;
    }

    /** A scope without parent. */
    public static CancellationScope root(String name) {
        return new CancellationScope(name);
    }

    /**
     * A scope that is cancelled with this one, and at once if this one is cancelled already. Close
     * it when its work is done, so that a long-lived parent forgets it.
     */
    public CancellationScope child(String childName) {
        CancellationScope child = new CancellationScope(childName);
        register(child.inParent, child::cancel);
        return child;
    }

    /** What the scope is for, as its maker called it. */
    public String name() {
        return name;
    }

    /** Whether somebody asked the work to end. */
    public boolean isCancelled() {
        return cancelled.getCount() == 0;
    }

    /** Why the work shall end; empty while it may go on. */
    public Optional<CancelReason> reason() {
        synchronized (callbacks) {
            return Optional.ofNullable(reason);
        }
    }

    /**
     * Asks the work to end. The first call runs the callbacks, in the order of their registration,
     * in the calling thread; every later call does nothing.
     *
     * @return whether this call was the first
     * @throws RuntimeException what a callback threw (or an {@link Error}), after all of them ran;
     *     further ones are suppressed in it
     */
    public boolean cancel(CancelReason why) {
        List<Consumer<CancelReason>> told;
        synchronized (callbacks) {
            if (reason != null) {
                return false;
            }
            reason = why;
            told = new ArrayList<>(callbacks.values());
            callbacks.clear();
        }
        cancelled.countDown();
        tell(told, why);
        return true;
    }

    /** One callback that throws must not keep the others, child scopes among them, from running. */
    private static void tell(List<Consumer<CancelReason>> told, CancelReason why) {
        @Nullable Throwable failure = null;
        for (Consumer<CancelReason> callback : told) {
            try {
                callback.accept(why);
            } catch (RuntimeException | Error e) {
                if (failure == null) {
                    failure = e;
                } else if (!failure.equals(e)) {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (failure instanceof Error error) {
            throw error;
        }
    }

    /**
     * Has the callback run once when the scope is cancelled; at once, in this thread, if it is
     * already. Callbacks must be quick: they run in the thread that cancels.
     *
     * @return takes the callback back when closed; closing later does nothing
     */
    public Registration onCancel(Consumer<CancelReason> callback) {
        return register(new Registration(), callback);
    }

    private Registration register(Registration registration, Consumer<CancelReason> callback) {
        CancelReason why;
        synchronized (callbacks) {
            why = reason;
            if (why == null) {
                callbacks.put(registration, callback);
                registration.remove = () -> forget(registration);
                return registration;
            }
        }
        callback.accept(why);
        return registration;
    }

    private void forget(Registration registration) {
        synchronized (callbacks) {
            callbacks.remove(registration);
        }
    }

    /**
     * A checkpoint.
     *
     * @throws RunCancelledException if the scope is cancelled
     */
    public void throwIfCancelled() {
        Optional<CancelReason> why = reason();
        if (why.isPresent()) {
            throw new RunCancelledException(name, why.get());
        }
    }

    /**
     * Waits for the notice, at most so long; the pause to use between retries.
     *
     * @return whether the scope is cancelled
     * @throws InterruptedException if the thread was interrupted
     */
    public boolean awaitCancellation(Duration limit) throws InterruptedException {
        return cancelled.await(Waits.nanos(limit), TimeUnit.NANOSECONDS);
    }

    /**
     * A scope for cleaning up, with a deadline of its own. It is not cancelled with this one:
     * saving results, releasing things and looking what happened must be possible after the notice.
     */
    public CleanupScope cleanup(Duration limit) {
        return new CleanupScope(name + " cleanup", limit);
    }

    /** Detaches the scope from its parent. It is not cancelled by that. */
    @Override
    public void close() {
        inParent.close();
    }

    @Override
    public String toString() {
        return "CancellationScope[" + name + (isCancelled() ? ", cancelled]" : "]");
    }

    /** A callback's place in a scope. */
    public static final class Registration implements AutoCloseable {

        private volatile @Nullable Runnable remove;

        private Registration() {}

        /** Takes the callback back. One that is running is not waited for. */
        @Override
        public void close() {
            Runnable once = remove;
            if (once != null) {
                once.run();
            }
        }
    }
}
