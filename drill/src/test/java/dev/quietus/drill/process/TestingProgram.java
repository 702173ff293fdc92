package dev.quietus.drill.process;

import java.util.concurrent.CountDownLatch;

/** A program that says something and then waits for ever, or ends with the code it is told. */
public final class TestingProgram {
    private TestingProgram() {}

    /** Argument: an exit code, or none to wait. */
    public static void main(String[] arguments) throws InterruptedException {
        System.out.println("said on out, " + System.getenv("QUIETUS_TESTING"));
        System.err.println("said on err");
        if (arguments.length > 0) {
            System.exit(Integer.parseInt(arguments[0]));
        }
        new CountDownLatch(1).await();
    }
}
