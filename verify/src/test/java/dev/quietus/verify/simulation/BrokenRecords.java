package dev.quietus.verify.simulation;

import dev.quietus.core.ledger.Records;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Rows of which one question is answered wrongly. */
final class BrokenRecords {
    private BrokenRecords() {}

    /** What is answered instead. */
    @FunctionalInterface
    interface Lie {
        /**
         * The wrong answer.
         *
         * @param truth what would be answered
         * @param about the first thing asked about
         */
        Object instead(Object truth, Object about);
    }

    /** The same rows, where the method of this name answers with {@code lie}. */
    static Records of(Records plain, String method, Lie lie) {
        return (Records) Proxy.newProxyInstance(
                Records.class.getClassLoader(),
                new Class<?>[] {Records.class},
                (proxy, called, arguments) -> {
                    Object truth = truth(plain, called, arguments);
                    return truth != null
                                    && arguments != null
                                    && called.getName().equals(method)
                            ? lie.instead(truth, arguments[0])
                            : truth;
                });
    }

    private static @Nullable Object truth(
            Records plain, java.lang.reflect.Method called, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return called.invoke(plain, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
