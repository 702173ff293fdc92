package dev.quietus.execution.linux;

import dev.quietus.execution.posix.Children;
import dev.quietus.execution.posix.Descriptor;
import dev.quietus.execution.posix.Pipe;
import dev.quietus.execution.posix.SystemCallException;
import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.Rung;
import dev.quietus.execution.unit.StartedUnit;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/** A child in a session of its own, with its pipes. */
final class StartedLeader implements StartedUnit {
    private static final byte[] GO = {'g', 'o', '\n'};

    private final ProcessKey leader;
    private final Members members;
    private final boolean grouped;
    private final Descriptor gate;
    private final OutputStream input;
    private final Reader output;
    private final Reader error;
    private final AtomicBoolean released = new AtomicBoolean();

    StartedLeader(ProcessKey leader, Members members, boolean grouped, List<Pipe> pipes) {
        this.leader = leader;
        this.members = members;
        this.grouped = grouped;
        this.input = new Writer(pipes.get(0).writing());
        this.output = new Reader(pipes.get(1).reading());
        this.error = new Reader(pipes.get(2).reading());
        this.gate = pipes.get(3).writing();
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

    /** The reading end of a pipe from the unit. */
    private static final class Reader implements OutputPipe {
        private final Descriptor descriptor;
        private final String pipe;

        Reader(Descriptor descriptor) {
            this.descriptor = descriptor;
            this.pipe = Proc.opened(descriptor.number());
        }

        @Override
        public int read(byte[] into, int waitMillis) throws IOException {
            if (!descriptor.awaitReadable(Duration.ofMillis(waitMillis))) {
                return NOTHING_YET;
            }
            return descriptor.read(into);
        }

        @Override
        public List<Member> holders() {
            return Proc.holders(pipe).stream().map(Proc::member).toList();
        }

        @Override
        public void close() {
            descriptor.close();
        }
    }

    /** The writing end of the pipe to the unit. */
    private static final class Writer extends OutputStream {
        private final Descriptor descriptor;

        Writer(Descriptor descriptor) {
            this.descriptor = descriptor;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, from.length);
            int at = offset;
            while (at < offset + length) {
                at += descriptor.write(from, at, offset + length - at);
            }
        }

        @Override
        public void close() {
            descriptor.close();
        }
    }
}
