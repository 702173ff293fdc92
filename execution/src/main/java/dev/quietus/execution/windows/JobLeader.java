package dev.quietus.execution.windows;

import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.Rung;
import dev.quietus.execution.unit.StartedUnit;
import dev.quietus.execution.unit.UnitInput;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A process in a job, with its pipes. Its gate is that its first thread is suspended. Windows has
 * no signals: what the job has killed is told as SIGKILL, everything else as an exit with a code of
 * 32 bits.
 */
final class JobLeader implements StartedUnit {
    private static final int ABANDONED = 125;
    private static final int SIGKILL = 9;

    private final SuspendedProcess started;
    private final ProcessKey leader;
    private final Handle job;
    private final JobMembers members;
    private final OutputStream input;
    private final Reader output;
    private final Reader error;

    JobLeader(SuspendedProcess started, Handle job, List<Pipes.Ends> pipes) {
        this.started = started;
        this.leader = new ProcessKey(
                started.pid(), Processes.createdAt(started.process().value()));
        this.job = job;
        this.members = new JobMembers(job, Optional.of(started));
        this.input = new Writer(pipes.get(0).writing());
        this.output = new Reader(pipes.get(1).reading());
        this.error = new Reader(pipes.get(2).reading());
    }

    @Override
    public ProcessKey leader() {
        return leader;
    }

    @Override
    public Rung rung() {
        return Rung.JOB_OBJECT;
    }

    @Override
    public Members members() {
        return members;
    }

    @Override
    public void open() throws IOException {
        try {
            Processes.resume(started.thread());
        } finally {
            started.thread().close();
        }
    }

    @Override
    public void abandon() {
        Jobs.terminate(job, ABANDONED);
    }

    @Override
    public LeaderEnd awaitLeader() {
        if (!Processes.awaitEnd(started.process())) {
            return new LeaderEnd.NotSeen("it can't be waited for");
        }
        return Processes.exitCode(started.process())
                .map(code -> end(code, members.killed()))
                .orElseGet(() -> new LeaderEnd.NotSeen("its exit code is not told"));
    }

    /** A program may exit with our code by itself; only after a kill it is taken for ours. */
    static LeaderEnd end(int code, boolean killed) {
        return killed && code == JobMembers.KILLED
                ? new LeaderEnd.Killed(SIGKILL, false)
                : new LeaderEnd.Exited(code);
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
        started.thread().close();
        started.process().close();
        members.release();
    }

    /**
     * The reading end of a pipe from the unit. Such pipes can't be waited for: they are looked at.
     */
    private static final class Reader implements OutputPipe {
        private static final long LOOK_NANOS = 1_000_000L;

        private final Handle end;

        Reader(Handle end) {
            this.end = end;
        }

        @Override
        public int read(byte[] into, int waitMillis) throws IOException {
            long deadline = System.nanoTime() + waitMillis * 1_000_000L;
            int waiting = Pipes.waiting(end);
            while (waiting == 0 && System.nanoTime() < deadline) {
                LockSupport.parkNanos(LOOK_NANOS);
                waiting = Pipes.waiting(end);
            }
            if (waiting == 0) {
                return NOTHING_YET;
            }
            return waiting < 0 ? END : Pipes.read(end, into);
        }

        /** Windows does not tell. */
        @Override
        public List<Member> holders() {
            return List.of();
        }

        @Override
        public void close() {
            end.close();
        }
    }

    /** The writing end of the pipe to the unit. */
    private static final class Writer extends UnitInput {
        private final Handle end;

        Writer(Handle end) {
            this.end = end;
        }

        @Override
        protected int writeSome(byte[] from, int offset, int length) throws IOException {
            return Pipes.write(end, from, offset, length);
        }

        @Override
        public void close() {
            end.close();
        }
    }
}
