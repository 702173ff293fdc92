package dev.quietus.verify.simulation;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;

/**
 * A body of blocking code that can stop in the middle and be continued later, on one thread, in any
 * order; one that is never continued is a process that was killed there. Stands on what virtual
 * threads stand on, {@code jdk.internal.vm.Continuation}, because a schedule has a few hundred
 * stops and real threads would need some microseconds for each.
 *
 * <p>Needs {@code --add-exports java.base/jdk.internal.vm=ALL-UNNAMED}; used by one thread.
 */
final class Coroutine {
    private static final Object SCOPE;
    private static final MethodHandle CREATE;
    private static final MethodHandle RUN;
    private static final MethodHandle YIELD;
    private static final MethodHandle DONE;

    static {
        try {
            Class<?> scope = Class.forName("jdk.internal.vm.ContinuationScope");
            Class<?> continuation = Class.forName("jdk.internal.vm.Continuation");
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            SCOPE = lookup.findConstructor(scope, MethodType.methodType(void.class, String.class))
                    .invoke("simulation");
            CREATE = lookup.findConstructor(
                            continuation, MethodType.methodType(void.class, scope, Runnable.class))
                    .asType(MethodType.methodType(Object.class, Object.class, Runnable.class));
            RUN = lookup.findVirtual(continuation, "run", MethodType.methodType(void.class))
                    .asType(MethodType.methodType(void.class, Object.class));
            YIELD = lookup.findStatic(
                            continuation, "yield", MethodType.methodType(boolean.class, scope))
                    .asType(MethodType.methodType(boolean.class, Object.class));
            DONE = lookup.findVirtual(continuation, "isDone", MethodType.methodType(boolean.class))
                    .asType(MethodType.methodType(boolean.class, Object.class));
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(new IllegalStateException(
                    "the simulation needs --add-exports java.base/jdk.internal.vm=ALL-UNNAMED", e));
        }
    }

    private final Object continuation;
    private Optional<Throwable> failure = Optional.empty();

    Coroutine(Runnable body) {
        continuation = call(() -> CREATE.invokeExact(SCOPE, guarded(body)));
    }

    private Runnable guarded(Runnable body) {
        return () -> {
            try {
                body.run();
            } catch (RuntimeException | Error e) {
                failure = Optional.of(e);
            }
        };
    }

    /** Goes on until the next stop or the end; what the body throws is thrown here. */
    void resume() {
        call(() -> {
            RUN.invokeExact(continuation);
            return continuation;
        });
        if (failure.isPresent()) {
            Throwable thrown = failure.get();
            failure = Optional.empty();
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        }
    }

    boolean done() {
        return (Boolean) call(() -> (boolean) DONE.invokeExact(continuation));
    }

    /** Stops the body that calls this until it is resumed. */
    static void pause() {
        call(() -> (boolean) YIELD.invokeExact(SCOPE));
    }

    private interface Call {
        Object run() throws Throwable;
    }

    private static Object call(Call call) {
        try {
            return call.run();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a coroutine failed", e);
        }
    }
}
