package dev.quietus.execution.linux;

import dev.quietus.execution.posix.Children;
import dev.quietus.execution.posix.Descriptor;
import dev.quietus.execution.posix.Kill;
import dev.quietus.execution.posix.LinuxCalls;
import dev.quietus.execution.posix.Pipe;
import dev.quietus.execution.posix.Signal;
import dev.quietus.execution.posix.SocketPair;
import dev.quietus.execution.posix.Spawn;
import dev.quietus.execution.posix.StartedLeader;
import dev.quietus.execution.unit.Rung;
import dev.quietus.execution.unit.StartedUnit;
import dev.quietus.execution.unit.UnitCommand;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The start of one namespace: from unshare(1) to a command that waits at its gate. What is not
 * taken to its end is closed and ended.
 */
final class NamespaceStart implements AutoCloseable {
    private static final long START_NANOS = 5_000_000_000L;
    private static final long LOOK_NANOS = 200_000L;
    private static final int LONGEST_REASON = 300;

    private final SocketPair socket;
    private int leader;
    private boolean taken;

    NamespaceStart(SocketPair socket) {
        this.socket = socket;
    }

    /**
     * Starts it, and waits until the command is at its gate.
     *
     * @param arguments unshare(1) with all that follows it
     * @param pipes input, output and error
     * @throws IOException when the system refuses; says what unshare(1) said
     */
    StartedUnit take(List<String> arguments, UnitCommand command, String mark, List<Pipe> pipes)
            throws IOException {
        Spawn spawn = Spawn.leader(arguments, command, mark, pipes, socket.theirs());
        // One that ends at once must not be reaped as an orphan before it is known to be none.
        synchronized (LinuxUnits.ADOPTION) {
            leader = spawn.start();
            LinuxUnits.ADOPTION.enter(leader, mark);
        }
        spawn.closeGiven();
        Proc.Stat outside = Proc.stat(leader).orElseThrow();
        Proc.Stat first = await(() -> NamespaceProcesses.firstBelow(leader), pipes.get(2));
        Proc.Stat waiting = await(
                () -> ProcChildren.of(first.pid()).stream()
                        .flatMap(pid -> Proc.stat(pid).stream())
                        .findFirst(),
                pipes.get(2));
        NamespaceMembers outer =
                new NamespaceMembers(leader, first.key(), LinuxUnits.ADOPTION, () -> {});
        StartedLeader holder = new StartedLeader(
                outside.key(),
                Rung.SUBREAPER,
                outer,
                List.of(
                        pipes.get(0),
                        pipes.get(1),
                        pipes.get(2),
                        new Pipe(socket.theirs(), socket.theirs())),
                new LinuxSight());
        taken = true;
        return new NamespaceLeader(
                holder, first.key(), LinuxCalls.openProcess(waiting.pid()), socket.ours());
    }

    /** Something that can be seen or not yet. */
    private interface Sight {
        Optional<Proc.Stat> look();
    }

    private Proc.Stat await(Sight sight, Pipe error) throws IOException {
        long deadline = System.nanoTime() + START_NANOS;
        while (true) {
            Optional<Proc.Stat> seen = sight.look();
            if (seen.isPresent()) {
                return seen.get();
            }
            if (Children.ended(leader).isPresent()) {
                throw new IOException(reason(error.reading()));
            }
            if (System.nanoTime() > deadline) {
                throw new IOException("no namespace within 5 seconds");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static String reason(Descriptor error) throws IOException {
        byte[] said = new byte[LONGEST_REASON];
        int count = error.awaitReadable(Duration.ofMillis(200)) ? error.read(said) : -1;
        String text = count <= 0
                ? "unshare ended without a word"
                : new String(said, 0, count, StandardCharsets.UTF_8);
        return text.lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", "?");
    }

    @Override
    public void close() {
        if (taken) {
            return;
        }
        socket.close();
        if (leader > 1) {
            Kill.process(leader, Signal.KILL.number());
            long deadline = System.nanoTime() + START_NANOS;
            while (!Children.reap(leader) && System.nanoTime() < deadline) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            LinuxUnits.ADOPTION.leave(leader);
        }
    }
}
