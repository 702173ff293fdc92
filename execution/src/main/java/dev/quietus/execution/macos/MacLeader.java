package dev.quietus.execution.macos;

import dev.quietus.execution.posix.Children;
import dev.quietus.execution.posix.Descriptor;
import dev.quietus.execution.posix.DescriptorPipe;
import dev.quietus.execution.posix.Pipe;
import dev.quietus.execution.posix.SystemCallException;
import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.Rung;
import dev.quietus.execution.unit.StartedUnit;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A child in a session of its own, with its pipes; it stays a zombie until it is released. */
final class MacLeader implements StartedUnit {
    private static final byte[] GO = {'g', 'o', '\n'};

    private final ProcessKey leader;
    private final Members members;
    private final OutputStream input;
    private final OutputPipe output;
    private final OutputPipe error;
    private final Descriptor gate;
    private final AtomicBoolean released = new AtomicBoolean();

    MacLeader(ProcessKey leader, Members members, List<Pipe> pipes) {
        this.leader = leader;
        this.members = members;
        this.input = DescriptorPipe.writing(pipes.get(0).writing());
        // Who holds a pipe is not looked up: it would take one call for each open file.
        this.output = new DescriptorPipe(pipes.get(1).reading(), List::of);
        this.error = new DescriptorPipe(pipes.get(2).reading(), List::of);
        this.gate = pipes.get(3).writing();
    }

    @Override
    public ProcessKey leader() {
        return leader;
    }

    @Override
    public Rung rung() {
        return Rung.GROUP;
    }

    @Override
    public Members members() {
        return members;
    }

    @Override
    public void open() throws IOException {
        try {
            gate.write(GO, 0, GO.length);
        } finally {
            gate.close();
        }
    }

    @Override
    public void abandon() {
        gate.close();
    }

    @Override
    public LeaderEnd awaitLeader() {
        try {
            LeaderEnd end = Children.await((int) leader.pid());
            return signalled(end, MacProcesses.of(leader.pid()));
        } catch (SystemCallException lost) {
            return new LeaderEnd.NotSeen(String.valueOf(lost.getMessage()));
        }
    }

    /**
     * Older kernels tell waitid(2) that a signal ended the child, and not which: xnu's kern_exit.c
     * keeps the number only in later versions. The zombie's own status has it.
     */
    static LeaderEnd signalled(LeaderEnd end, Optional<BsdInfo> zombie) {
        boolean unnamed = end instanceof LeaderEnd.Killed(int signal, boolean _) && signal == 0;
        return unnamed
                ? zombie.filter(info -> !info.lives())
                        .map(BsdInfo::end)
                        .orElseGet(() -> new LeaderEnd.NotSeen("a signal; which is not told"))
                : end;
    }

    @Override
    public OutputPipe output() {
        return output;
    }

    @Override
    public OutputPipe error() {
        return error;
    }

    @Override
    public OutputStream input() {
        return input;
    }

    @Override
    public void release() {
        if (released.compareAndSet(false, true)) {
            gate.close();
            Children.reap((int) leader.pid());
            members.release();
        }
    }
}
