package dev.quietus.drill.process;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Asks again and again until there is an answer or the time is over. */
public final class Patience {
    private static final Duration LOOK = Duration.ofMillis(30);

    private Patience() {}

    /**
     * Waits for something to be there.
     *
     * @param attempted what is waited for, for the message
     * @param within how long
     * @param question asked every 30 ms
     * @throws ChildProcessException when it is not there in time
     */
    public static <T> T await(String attempted, Duration within, Supplier<Optional<T>> question)
            throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (true) {
            Optional<T> answer = question.get();
            if (answer.isPresent()) {
                return answer.get();
            }
            if (System.nanoTime() > end) {
                throw new ChildProcessException(
                        "%s: not so after %d ms".formatted(attempted, within.toMillis()));
            }
            Thread.sleep(LOOK);
        }
    }
}
