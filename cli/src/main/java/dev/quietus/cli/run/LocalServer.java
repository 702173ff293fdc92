package dev.quietus.cli.run;

import dev.quietus.cli.config.Connection;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Exit;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.http.QuietusUnreachableException;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The server of this machine: where none answers at the usual address, one is started that goes on
 * after the run.
 */
public final class LocalServer {
    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(2);
    private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
    private static final long LOOK_MILLIS = 50;

    /**
     * Starts a command that has nothing to do with this process any more, neither with its terminal
     * nor with its group nor as its child, and prints its number. Without setsid(1) it keeps the
     * group, and is at least deaf to the keyboard.
     */
    private static final String DETACHED = "trap '' INT QUIT HUP TSTP TTIN TTOU;"
            + " if command -v setsid >/dev/null 2>&1; then set -- setsid \"$@\"; fi;"
            + " \"$@\" </dev/null >>\"$QUIETUS_LOG\" 2>&1 & echo $!";

    private LocalServer() {}

    /** Whether a server answers there, whatever it says. */
    public static boolean answers(Connection connection) {
        try (Quietus server = connection.open(1)) {
            server.client().call(HttpCall.get("health", "live").within(ANSWERS_WITHIN));
            return true;
        } catch (QuietusUnreachableException nobody) {
            return false;
        } catch (QuietusException somebody) {
            return true;
        }
    }

    /**
     * Starts one and waits until it answers.
     *
     * @param connection where it will listen
     * @param state the state folder, in which its log lies
     * @param say where people read of it
     * @throws CommandException when it does not answer in time
     */
    public static void start(Connection connection, Path state, Consumer<String> say) {
        Path log = state.resolve("serve.log");
        long pid;
        try {
            Files.createDirectories(state);
            pid = detached(log);
        } catch (IOException e) {
            throw new CommandException(
                    Exit.UNREACHABLE, "run: no server answers, and none could be started: " + e, e);
        }
        await(pid, connection, log);
        say.accept("no server answered at " + connection.url() + ": one was started and stays"
                + " (process " + pid + ", log " + log + ")   end it with 'kill " + pid + "'");
    }

    private static long detached(Path log) throws IOException {
        List<String> line = new ArrayList<>(List.of("/bin/sh", "-c", DETACHED, "quietus"));
        line.addAll(OwnProgram.server(List.of("serve")));
        ProcessBuilder builder = new ProcessBuilder(line).redirectError(log.toFile());
        builder.environment().put("QUIETUS_LOG", log.toString());
        Process shell = builder.start();
        shell.getOutputStream().close();
        try (BufferedReader told = shell.inputReader(StandardCharsets.US_ASCII)) {
            return Long.parseLong(String.valueOf(told.readLine()));
        } catch (NumberFormatException e) {
            throw new IOException("the shell told no process", e);
        }
    }

    private static void await(long pid, Connection connection, Path log) {
        long deadline = System.nanoTime() + STARTS_WITHIN.toNanos();
        try {
            CountDownLatch never = new CountDownLatch(1);
            while (!answers(connection)) {
                // Another one may have been quicker: then this one ends, and the other answers.
                boolean ended =
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
                if (ended && !answers(connection) || System.nanoTime() > deadline) {
                    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
                    throw new CommandException(
                            Exit.UNREACHABLE,
                            "run: no server answers at " + connection.url()
                                    + ", and the one that was started does not either; its log: "
                                    + log);
                }
                never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(Exit.ERROR, "run: interrupted", e);
        }
    }
}
