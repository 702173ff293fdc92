package dev.quietus.cli.run;

import dev.quietus.execution.posix.PseudoTerminal;
import dev.quietus.execution.posix.SystemCallException;
import dev.quietus.execution.posix.Terminal;
import dev.quietus.execution.posix.TerminalSignals;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A terminal of the agent's own behind that of the user: it is in a session of its own, and so has
 * to have one. What is typed and printed passes as it is, and the window follows.
 */
final class TerminalRelay implements AutoCloseable {
    private static final int CHUNK = 16_384;
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration LAST_WORDS = Duration.ofMillis(500);

    /** Takes the terminal that is named first, and becomes the command behind it. */
    private static final String TAKE = "exec 0<>\"$1\" 1>&0; shift; exec \"$@\"";

    private static final String TAKE_ALL = "exec 0<>\"$1\" 1>&0 2>&0; shift; exec \"$@\"";

    private final Terminal user;
    private final Terminal.Mode before;
    private final PseudoTerminal agent;
    private final RunLines lines;
    private final ScreenModes modes = new ScreenModes();
    private final CountDownLatch printed = new CountDownLatch(1);
    private volatile boolean over;

    private TerminalRelay(
            Terminal user, Terminal.Mode before, PseudoTerminal agent, RunLines lines) {
        this.user = user;
        this.before = before;
        this.agent = agent;
        this.lines = lines;
    }

    /** Opens one where the user sits at a terminal; empty where input or output is none. */
    static Optional<TerminalRelay> open(RunLines lines) {
        if (System.getProperty("os.name", "").startsWith("Windows")) {
            return Optional.empty();
        }
        try {
            Terminal in = new Terminal(0);
            if (!in.isTerminal() || !new Terminal(1).isTerminal()) {
                return Optional.empty();
            }
            PseudoTerminal agent = PseudoTerminal.open();
            Terminal.Mode before = in.mode();
            agent.terminal().mode(before);
            agent.terminal().resize(in.window());
            return Optional.of(new TerminalRelay(in, before, agent, lines));
        } catch (SystemCallException | LinkageError | IllegalCallerException lacking) {
            lines.say("the agent gets no terminal: " + lacking.getMessage());
            return Optional.empty();
        }
    }

    /** The command that takes the agent's terminal before it becomes the agent. */
    List<String> command(List<String> command) {
        List<String> line = new ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                new Terminal(2).isTerminal() ? TAKE_ALL : TAKE,
                "quietus",
                agent.path()));
        line.addAll(command);
        return line;
    }

    /**
     * Begins to pass on.
     *
     * @param interrupted is called for each Ctrl-C, which the agent gets as well
     */
    void start(Runnable interrupted) throws SystemCallException {
        TerminalSignals.ignore();
        user.raw(before);
        lines.raw(true);
        daemon("quietus-keys", () -> pass(new FileInputStream(FileDescriptor.in), interrupted));
        daemon("quietus-screen", () -> print(new FileOutputStream(FileDescriptor.out)));
        daemon("quietus-window", this::followWindow);
    }

    private static void daemon(String name, Runnable work) {
        Thread.ofPlatform().daemon().name(name).start(work);
    }

    private void pass(InputStream keys, Runnable interrupted) {
        byte[] buffer = new byte[CHUNK];
        try {
            for (int n = keys.read(buffer); n >= 0 && !over; n = keys.read(buffer)) {
                for (int at = 0; at < n; ) {
                    byte[] left = Arrays.copyOfRange(buffer, at, n);
                    at += agent.ours().write(left, 0, left.length);
                }
                for (int i = InterruptKeys.count(buffer, n); i > 0; i--) {
                    interrupted.run();
                }
            }
        } catch (IOException gone) {
            return;
        }
    }

    private void print(OutputStream screen) {
        byte[] buffer = new byte[CHUNK];
        try {
            while (true) {
                if (!agent.ours().awaitReadable(LOOK)) {
                    if (over) {
                        return;
                    }
                    continue;
                }
                int count = agent.ours().read(buffer);
                if (count < 0) {
                    return;
                }
                screen.write(buffer, 0, count);
                screen.flush();
                modes.printed(buffer, count);
            }
        } catch (IOException everybodyHasGone) {
            // Linux tells the end of the far side as an error.
            return;
        } finally {
            printed.countDown();
        }
    }

    private void followWindow() {
        try {
            Terminal.Window last = user.window();
            while (!printed.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                Terminal.Window now = user.window();
                if (!now.equals(last)) {
                    agent.terminal().resize(now);
                    last = now;
                }
            }
        } catch (SystemCallException gone) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The agent has ended: the rest is printed, and the user's terminal is as it was. */
    @Override
    public void close() {
        over = true;
        try {
            printed.await(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String off = modes.off();
        if (!off.isEmpty()) {
            try (OutputStream screen = new FileOutputStream("/dev/tty")) {
                screen.write(off.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException gone) {
                lines.say("the terminal may need 'reset'");
            }
        }
        try {
            user.mode(before);
        } catch (SystemCallException gone) {
            lines.say("the terminal may need 'reset': " + gone.getMessage());
        }
        lines.raw(false);
        if (printed.getCount() == 0) {
            agent.close();
        }
    }
}
