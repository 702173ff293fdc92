package dev.quietus.gateway.mcp.link;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Writes lines to a stream in a thread of its own, in the order in which they come. Who writes
 * faster than the other side reads waits; a stop never does. Thread-safe.
 */
public final class LineWriter implements AutoCloseable {
    private static final int CHUNK = 65_536;

    private final OutputStream out;
    private final Consumer<String> failed;
    private final long room;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private long bytes;
    private boolean closed;
    private boolean broken;

    /**
     * Writes to here.
     *
     * @param room how many bytes may wait; one line more is always taken
     * @param failed told once when nothing can be written any more
     */
    public LineWriter(OutputStream out, String name, long room, Consumer<String> failed) {
        this.out = out;
        this.room = room;
        this.failed = failed;
        // A pipe that nobody reads holds its thread: a virtual one would hold its carrier with it.
        Thread.ofPlatform().daemon().name(name).start(this::work);
    }

    /**
     * Takes a line; waits while there is no room.
     *
     * @return false if it can't be written any more
     */
    public synchronized boolean write(byte[] line) {
        try {
            while (bytes > room && !closed && !broken) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        return add(line);
    }

    /** Takes a line without waiting, whatever room there is: for what ends something. */
    public synchronized boolean writeNow(byte[] line) {
        return add(line);
    }

    private boolean add(byte[] line) {
        if (closed || broken) {
            return false;
        }
        waiting.addLast(line);
        bytes += line.length;
        notifyAll();
        return true;
    }

    private void work() {
        try (out) {
            for (byte[] next = next(); next.length > 0; next = next()) {
                out.write(next);
                out.flush();
            }
        } catch (IOException e) {
            synchronized (this) {
                broken = true;
                waiting.clear();
                bytes = 0;
                notifyAll();
            }
            failed.accept(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What waits, as far as it fits into one write; empty at the end. */
    private synchronized byte[] next() throws InterruptedException {
        while (waiting.isEmpty() && !closed) {
            wait();
        }
        ByteArrayOutputStream together = new ByteArrayOutputStream();
        while (!waiting.isEmpty() && together.size() < CHUNK) {
            byte[] line = waiting.removeFirst();
            bytes -= line.length;
            together.writeBytes(line);
            together.write('\n');
        }
        notifyAll();
        return together.toByteArray();
    }

    /** No more lines; what waits is written still, and then the stream is closed. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
