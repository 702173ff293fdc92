package dev.quietus.cli.command;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Exit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waiting for time to pass. */
final class Pause {

    private Pause() {}

    static void of(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(Exit.ERROR, "interrupted", e);
        }
    }
}
