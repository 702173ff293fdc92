package dev.quietus.drill.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The first class of every child process: runs another program in it, and ends the process when its
 * standard input ends (so when whoever started it is gone, however that happened) or its time is
 * over. What it writes is bounded.
 *
 * <p>A program that reads its standard input itself, such as a peer, is told so by {@link #own()}
 * and has then to end with it.
 */
public final class Leash {
    /** The most that one of the two output streams may write. */
    static final long MAX_OUTPUT_BYTES = 16L * 1024 * 1024;

    private static final Duration LAST_WORDS = Duration.ofSeconds(4);
    private static final String OWN_INPUT = "quietus.drill.own-input";

    private Leash() {}

    /** Arguments: the life in seconds, the class to run, its arguments. */
    public static void main(String[] arguments) throws Throwable {
        if (arguments.length < 2) {
            System.err.println("usage: Leash SECONDS CLASS [ARGUMENT]…");
            System.exit(2);
        }
        Class<?> program = Class.forName(arguments[1]);
        PrintStream out = bounded(System.out);
        System.setOut(out);
        System.setErr(bounded(System.err));
        CountDownLatch ended = new CountDownLatch(1);
        watch("life", () -> awaitEnd(ended, Long.parseLong(arguments[0])));
        if (!OwnInput.class.isAssignableFrom(program)) {
            watch("stdin", () -> drain(System.in));
        }
        try {
            program.getMethod("main", String[].class)
                    .invoke(null, (Object) Arrays.copyOfRange(arguments, 2, arguments.length));
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }
}
