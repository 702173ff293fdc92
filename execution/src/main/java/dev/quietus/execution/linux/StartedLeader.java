package dev.quietus.execution.linux;

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
import java.util.concurrent.atomic.AtomicBoolean;

/** A child in a session of its own, with its pipes. */
final class StartedLeader implements StartedUnit {
    private static final byte[] GO = {'g', 'o', '\n'};

    private final ProcessKey leader;
    private final Members members;
    private final boolean grouped;
    private final Descriptor gate;
    private final OutputStream input;
    private final OutputPipe output;
    private final OutputPipe error;
    private final AtomicBoolean released = new AtomicBoolean();

    StartedLeader(ProcessKey leader, Members members, boolean grouped, List<Pipe> pipes) {
        this.leader = leader;
        this.members = members;
        this.grouped = grouped;
        this.input = DescriptorPipe.writing(pipes.get(0).writing());
        this.output = reader(pipes.get(1).reading());
        this.error = reader(pipes.get(2).reading());
        this.gate = pipes.get(3).writing();
    }

    private static OutputPipe reader(Descriptor reading) {
        String pipe = Proc.opened(reading.number());
        return new DescriptorPipe(
                reading, () -> Proc.holders(pipe).stream().map(Proc::member).toList());
    }

    @Override
    public ProcessKey leader() {
        return leader;
    }

    @Override
    public Rung rung() {
        return grouped ? Rung.CGROUP : Rung.SUBREAPER;
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
            return Children.await((int) leader.pid());
        } catch (SystemCallException lost) {
            return new LeaderEnd.NotSeen(String.valueOf(lost.getMessage()));
        }
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
