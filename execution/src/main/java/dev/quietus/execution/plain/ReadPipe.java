package dev.quietus.execution.plain;

import dev.quietus.execution.linux.LinuxProcesses;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.StartedUnit;
import dev.quietus.execution.unit.UnitThreads;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A pipe from a process of the JDK. When the process ends, the JDK takes what is in the pipe and
 * closes it, whoever still holds its other end; or, if somebody is reading at that moment, the
 * reading hangs until the last holder is gone. So a thread of its own reads, and an end is believed
 * only if nobody is seen to hold the pipe. Where {@code /proc} does not tell, it is not believed.
 */
final class ReadPipe implements StartedUnit.OutputPipe {
    private static final int CHUNK = 65_536;

    private final InputStream stream;
    private final String pipe;
    private final BlockingQueue<Chunk> chunks = new ArrayBlockingQueue<>(4);
    private volatile boolean closed;
    /** What is left of a chunk that did not fit. */
    private @Nullable Bytes rest;

    private @Nullable Chunk last;

    /** What the reading thread hands over. */
    private sealed interface Chunk {}

    private static final class Bytes implements Chunk {
        private final byte[] bytes;
        private final int from;
        private final int to;

        Bytes(byte[] bytes, int from, int to) {
            this.bytes = bytes;
            this.from = from;
            this.to = to;
        }

        /** Copies what fits, and tells how much that is. */
        int copy(byte[] into) {
            int count = Math.min(to - from, into.length);
            System.arraycopy(bytes, from, into, 0, count);
            return count;
        }

        /** What is left after some of it was copied; nothing when there is none. */
        @Nullable
        Bytes after(int count) {
            return from + count < to ? new Bytes(bytes, from + count, to) : null;
        }
    }

    private record End() implements Chunk {}

    private record Failed(IOException cause) implements Chunk {}

    /**
     * Begins to read.
     *
     * @param pipe what the system calls it, empty when that is not to be seen
     */
    ReadPipe(InputStream stream, String pipe, String name) {
        this.stream = stream;
        this.pipe = pipe;
        UnitThreads.start("quietus-pipe-" + name, this::run);
    }

    private void run() {
        try {
            while (!closed) {
                byte[] buffer = new byte[CHUNK];
                int count = stream.read(buffer);
                if (count < 0) {
                    hand(new End());
                    return;
                }
                hand(new Bytes(buffer, 0, count));
            }
        } catch (IOException e) {
            try {
                hand(new Failed(e));
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void hand(Chunk chunk) throws InterruptedException {
        boolean taken = false;
        while (!taken && !closed) {
            taken = chunks.offer(chunk, 100, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public int read(byte[] into, int waitMillis) throws IOException {
        Chunk next = next(waitMillis);
        if (next == null) {
            return NOTHING_YET;
        }
        return switch (next) {
            case Bytes bytes -> {
                int count = bytes.copy(into);
                rest = bytes.after(count);
                yield count;
            }
            case End end -> {
                last = end;
                yield ended();
            }
            case Failed(IOException cause) -> {
                last = next;
                throw new IOException("reading a pipe of the JDK", cause);
            }
        };
    }

    private @Nullable Chunk next(int waitMillis) throws IOException {
        if (last != null) {
            return last;
        }
        if (rest != null) {
            return rest;
        }
        try {
            return chunks.poll(waitMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted in reading a pipe", e);
        }
    }

    private int ended() throws IOException {
        if (pipe.isEmpty()) {
            throw new IOException("the JDK closed the pipe; who held it is not to be seen here");
        }
        List<Member> holders = holders();
        if (!holders.isEmpty()) {
            throw new IOException("the JDK closed the pipe; " + holders.size() + " held it");
        }
        return END;
    }

    @Override
    public List<Member> holders() {
        return LinuxProcesses.holders(pipe);
    }

    @Override
    public void close() {
        closed = true;
        try {
            stream.close();
        } catch (IOException alreadyGone) {
            return;
        }
    }
}
