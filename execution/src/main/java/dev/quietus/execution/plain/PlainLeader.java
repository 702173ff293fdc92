package dev.quietus.execution.plain;

import dev.quietus.execution.linux.LinuxProcesses;
import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.Rung;
import dev.quietus.execution.unit.StartedUnit;
import dev.quietus.execution.unit.UnitThreads;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A process of the JDK behind its gate, which is the first line of its standard input. */
final class PlainLeader implements StartedUnit {
    private static final byte[] GO = "go\n".getBytes(StandardCharsets.US_ASCII);
    /** Above this, an exit value may be a shell's or the JDK's word for a signal. */
    private static final int LAST_SURE_EXIT = 128;
    /** How often the tree is looked at while the command runs. */
    private static final long LOOK_MILLIS = 500;

    private final Process process;
    private final ProcessKey leader;
    private final TreeMembers members;
    private final OutputStream input;
    private final ReadPipe output;
    private final ReadPipe error;

    PlainLeader(Process process, ProcessKey leader, TreeMembers members, String mark) {
        this.process = process;
        this.leader = leader;
        this.members = members;
        this.input = new Unbuffered(process.getOutputStream());
        this.output = pipe(1, mark + "-out");
        this.error = pipe(2, mark + "-err");
    }

    private ReadPipe pipe(int descriptor, String name) {
        return new ReadPipe(
                descriptor == 1 ? process.getInputStream() : process.getErrorStream(),
                LinuxProcesses.opened(process.pid(), descriptor),
                name);
    }

    @Override
    public ProcessKey leader() {
        return leader;
    }

    @Override
    public Rung rung() {
        return Rung.TREE;
    }

    @Override
    public Members members() {
        return members;
    }

    @Override
    public void open() throws IOException {
        input.write(GO, 0, GO.length);
        UnitThreads.start("quietus-tree-" + leader.pid(), this::rememberWhileItRuns);
    }

    private void rememberWhileItRuns() {
        try {
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                members.remember();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void abandon() {
        try {
            input.close();
        } catch (IOException alreadyGone) {
            return;
        }
    }

    @Override
    public LeaderEnd awaitLeader() {
        try {
            int value = process.waitFor();
            return value > LAST_SURE_EXIT
                    ? new LeaderEnd.NotSeen(
                            "exit value " + value + ": an exit or a signal, the JDK does not tell")
                    : new LeaderEnd.Exited(value);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new LeaderEnd.NotSeen("interrupted in waiting for it");
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
        abandon();
        members.release();
    }

    /** What is written has gone out: the JDK's own stream keeps it until it is flushed. */
    private static final class Unbuffered extends OutputStream {
        private final OutputStream stream;

        Unbuffered(OutputStream stream) {
            this.stream = stream;
        }

        @Override
        public void write(int one) throws IOException {
            stream.write(one);
            stream.flush();
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            stream.write(from, offset, length);
            stream.flush();
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
