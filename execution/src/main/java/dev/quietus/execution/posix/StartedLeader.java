package dev.quietus.execution.posix;

import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.Rung;
import dev.quietus.execution.unit.StartedUnit;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * A child in a session of its own behind its gate, with its pipes; it stays a zombie until it is
 * released.
 */
public final class StartedLeader implements StartedUnit {
    private final ProcessKey leader;
    private final Rung rung;
    private final Members members;
    private final Sight sight;
    private final OutputStream input;
    private final OutputPipe output;
    private final OutputPipe error;
    private final Descriptor gate;
    private final AtomicBoolean released = new AtomicBoolean();

    /** What Linux and macOS tell of a child, each in its own way. */
    public interface Sight {
        /**
         * Who holds the other end of a pipe, as far as can be seen.
         *
         * @param reading our end, looked at now and never again
         * @return looks each time it is asked
         */
        Supplier<List<Member>> holders(Descriptor reading);

        /**
         * Waits until a child has ended and leaves it as it is, like {@link Children#await}.
         *
         * @throws SystemCallException when it is no child of this process
         */
        LeaderEnd await(int pid) throws SystemCallException;
    }

    /**
     * Takes over our ends of a child's pipes.
     *
     * @param leader the child
     * @param rung how firmly it is held
     * @param members everything that belongs to it
     * @param pipes input, output, error and gate
     * @param sight what this system tells of it
     */
    public StartedLeader(
            ProcessKey leader, Rung rung, Members members, List<Pipe> pipes, Sight sight) {
        this.leader = leader;
        this.rung = rung;
        this.members = members;
        this.sight = sight;
        this.input = DescriptorPipe.writing(pipes.get(0).writing());
        this.output = reader(pipes.get(1).reading(), sight);
        this.error = reader(pipes.get(2).reading(), sight);
        this.gate = pipes.get(3).writing();
    }

    private static OutputPipe reader(Descriptor reading, Sight sight) {
        return new DescriptorPipe(reading, sight.holders(reading));
    }

    @Override
    public ProcessKey leader() {
        return leader;
    }

    @Override
    public Rung rung() {
        return rung;
    }

    @Override
    public Members members() {
        return members;
    }

    @Override
    public void open() throws IOException {
        try {
            Gate.open(gate);
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
            return sight.await((int) leader.pid());
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
