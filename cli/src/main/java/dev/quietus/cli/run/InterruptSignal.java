package dev.quietus.cli.run;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * SIGINT to this process, heard without ending it. The one way that Java has for this is
 * {@code sun.misc.Signal} of the module {@code jdk.unsupported} (JEP 260), which is looked for when
 * it is needed: where a Java has it no more, a Ctrl-C ends {@code quietus run} at once, and that
 * stops the run.
 */
final class InterruptSignal {
    private InterruptSignal() {}

    /**
     * From now on this is called at each SIGINT.
     *
     * @return whether it will be
     */
    static boolean follow(Runnable pressed) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object ours = Proxy.newProxyInstance(
                    handler.getClassLoader(),
                    new Class<?>[] {handler},
                    (proxy, method, arguments) -> called(method, proxy, arguments, pressed));
            Object interrupt = signal.getConstructor(String.class).newInstance("INT");
            signal.getMethod("handle", signal, handler).invoke(null, interrupt, ours);
            return true;
        } catch (ReflectiveOperationException | IllegalArgumentException lacking) {
            return false;
        }
    }

    // A proxy is equal to itself only, as any object without an equals of its own.
    @SuppressWarnings("ReferenceEquality")
    private static Object called(Method method, Object proxy, Object[] arguments, Runnable pressed)
            throws InvocationTargetException, IllegalAccessException {
        return switch (method.getName()) {
            case "handle" -> {
                pressed.run();
                yield true;
            }
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "quietus";
        };
    }
}
