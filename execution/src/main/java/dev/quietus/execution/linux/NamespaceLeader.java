package dev.quietus.execution.linux;

import dev.quietus.execution.posix.Children;
import dev.quietus.execution.posix.Descriptor;
import dev.quietus.execution.posix.Gate;
import dev.quietus.execution.posix.Kill;
import dev.quietus.execution.posix.LinuxCalls;
import dev.quietus.execution.posix.ProcessExit;
import dev.quietus.execution.posix.Signal;
import dev.quietus.execution.posix.StartedLeader;
import dev.quietus.execution.posix.SystemCallException;
import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.Rung;
import dev.quietus.execution.unit.StartedUnit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A command in a process namespace of its own. The started process is unshare(1), which stays
 * outside; its child is the namespace's first process, a shell; the command is that shell's child.
 * The shell says over a socket how the command ended and then stays until it is let go, so that
 * whoever else is in the namespace has time to end as well.
 */
final class NamespaceLeader implements StartedUnit {
    /** Above this, a shell's word for how a child ended may mean a signal. */
    private static final int LAST_SURE_EXIT = 128;

    private static final int LONGEST_WORD = 16;
    private static final long END_NANOS = 2_000_000_000L;
    private static final long LOOK_NANOS = 500_000L;

    private final StartedLeader outside;
    private final ProcessKey first;
    private final NamespaceMembers members;
    private final Descriptor hold;
    private final int command;
    private boolean abandoned;
    private boolean reading;
    private boolean told;
    private boolean released;

    /**
     * Takes a namespace over whose command waits at the gate.
     *
     * @param outside the process outside, with the pipes
     * @param first the namespace's first process
     * @param command a descriptor that holds the command, or less than 0
     * @param hold our end of the socket
     */
    NamespaceLeader(StartedLeader outside, ProcessKey first, int command, Descriptor hold) {
        this.outside = outside;
        this.first = first;
        this.members = new NamespaceMembers(
                (int) outside.leader().pid(), first, LinuxUnits.ADOPTION, this::letGo);
        this.command = command;
        this.hold = hold;
    }

    @Override
    public ProcessKey leader() {
        return outside.leader();
    }

    @Override
    public Rung rung() {
        return Rung.PID_NAMESPACE;
    }

    @Override
    public Optional<ProcessKey> holder() {
        return Optional.of(first);
    }

    @Override
    public Members members() {
        return members;
    }

    @Override
    public void open() throws IOException {
        Gate.open(hold);
    }

    @Override
    public synchronized void abandon() {
        abandoned = true;
        hold.close();
    }

    /** The first process may end: the command is over, and nobody else is left. */
    private synchronized void letGo() {
        if (told) {
            hold.close();
        }
    }

    @Override
    public LeaderEnd awaitLeader() {
        synchronized (this) {
            if (abandoned) {
                return outside.awaitLeader();
            }
            reading = true;
        }
        String word;
        try {
            word = word();
        } catch (IOException lost) {
            word = "";
        }
        LeaderEnd end = end(word);
        synchronized (this) {
            reading = false;
            told = true;
        }
        return end;
    }

    /** One line from the first process; what there was when it ended without one. */
    private String word() throws IOException {
        StringBuilder word = new StringBuilder();
        byte[] part = new byte[LONGEST_WORD];
        while (word.length() < LONGEST_WORD && word.indexOf("\n") < 0) {
            int count = hold.read(part);
            if (count < 0) {
                break;
            }
            word.append(new String(part, 0, count, StandardCharsets.US_ASCII));
        }
        return word.toString().strip();
    }

    private LeaderEnd end(String word) {
        boolean exit = word.matches("[0-9]{1,3}") && Integer.parseInt(word) <= LAST_SURE_EXIT;
        if (exit) {
            return new LeaderEnd.Exited(Integer.parseInt(word));
        }
        return askKernel()
                .orElseGet(() -> new LeaderEnd.NotSeen(
                        word.isEmpty()
                                ? "its namespace was ended, and this kernel does not tell more"
                                : "exit value " + word
                                        + ": an exit or a signal, this kernel does not tell"));
    }

    /** It tells as soon as the command is reaped, which takes it a moment when all are killed. */
    private Optional<LeaderEnd> askKernel() {
        if (command < 0) {
            return Optional.empty();
        }
        long deadline = System.nanoTime() + END_NANOS / 4;
        Optional<LeaderEnd> end = ProcessExit.of(command);
        while (end.isEmpty() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(LOOK_NANOS);
            end = ProcessExit.of(command);
        }
        return end;
    }

    @Override
    public OutputPipe output() {
        return outside.output();
    }

    @Override
    public OutputPipe error() {
        return outside.error();
    }

    @Override
    public OutputStream input() {
        return outside.input();
    }

    /** The socket stays open while somebody reads it: its number must not mean another file. */
    @Override
    public void release() {
        synchronized (this) {
            if (released) {
                return;
            }
            released = true;
            if (!reading) {
                hold.close();
            }
        }
        if (!outsideEnds()) {
            members.kill(List.of());
            Kill.process((int) leader().pid(), Signal.KILL.number());
            outsideEnds();
        }
        if (command >= 0) {
            LinuxCalls.close(command);
        }
        outside.release();
    }

    private boolean outsideEnds() {
        long deadline = System.nanoTime() + END_NANOS;
        try {
            while (Children.ended((int) leader().pid()).isEmpty()) {
                if (System.nanoTime() > deadline) {
                    return false;
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
            return true;
        } catch (SystemCallException noChild) {
            return true;
        }
    }
}
