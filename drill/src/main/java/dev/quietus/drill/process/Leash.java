package dev.quietus.drill.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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
 * <p>A program that talks reads its standard input itself, and has then to end with it.
 */
public final class Leash {
    /** The program leaves its standard input alone. */
    static final String WATCHED = "watched";

    /** The program reads its standard input itself. */
    static final String TALKING = "talking";

    /** The most that one of the two output streams may write. */
    static final long MAX_OUTPUT_BYTES = 16L * 1024 * 1024;

    private static final Duration LAST_WORDS = Duration.ofSeconds(4);
    private static final int FIXED_ARGUMENTS = 3;

    private Leash() {}

    /**
     * Arguments: the life in seconds, {@code watched} or {@code talking}, the class to run, its
     * arguments.
     */
    public static void main(String[] arguments) throws Throwable {
        if (arguments.length < FIXED_ARGUMENTS) {
            System.err.println("usage: Leash SECONDS watched|talking CLASS [ARGUMENT]…");
            System.exit(2);
        }
        System.setOut(bounded(FileDescriptor.out));
        System.setErr(bounded(FileDescriptor.err));
        long seconds = Long.parseLong(arguments[0]);
        watch("life", () -> new CountDownLatch(1).await(seconds, TimeUnit.SECONDS));
        if (arguments[1].equals(WATCHED)) {
            watch("stdin", () -> drain(System.in));
        }
        try {
            Class.forName(arguments[2]).getMethod("main", String[].class).invoke(null, (Object)
                    Arrays.copyOfRange(arguments, FIXED_ARGUMENTS, arguments.length));
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }

    /** Something whose end is the end of this process. */
    @FunctionalInterface
    private interface Wait {
        void await() throws InterruptedException;
    }

    private static void watch(String what, Wait wait) {
        Thread.ofPlatform().daemon().name("leash-" + what).start(() -> {
            try {
                wait.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            end();
        });
    }

    /** Lets the program put things in order, but not for ever. */
    private static void end() {
        Thread.ofPlatform().daemon().name("leash-halt").start(() -> {
            try {
                Thread.sleep(LAST_WORDS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            Runtime.getRuntime().halt(0);
        });
        System.exit(0);
    }

    private static void drain(InputStream input) {
        try {
            input.transferTo(OutputStream.nullOutputStream());
        } catch (IOException failure) {
            System.err.println("leash: standard input failed: " + failure.getMessage());
        }
    }

    private static PrintStream bounded(FileDescriptor descriptor) {
        return new PrintStream(
                new BoundedOutput(new FileOutputStream(descriptor), MAX_OUTPUT_BYTES),
                true,
                StandardCharsets.UTF_8);
    }
}
