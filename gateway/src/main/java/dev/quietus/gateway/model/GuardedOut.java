package dev.quietus.gateway.model;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Function;

/**
 * One side of a connection as it is written to: a failure to write is another exception than one to
 * read, and a head waits for the first bytes of its body where those are there already. For one
 * thread at a time.
 */
final class GuardedOut extends OutputStream {
    private static final byte[] NONE = {};

    private final OutputStream out;
    private final Function<IOException, IOException> failure;
    private byte[] held = NONE;

    private GuardedOut(OutputStream out, Function<IOException, IOException> failure) {
        this.out = out;
        this.failure = failure;
    }

    static GuardedOut toClient(OutputStream out) {
        return new GuardedOut(out, ClientGoneException::new);
    }

    static GuardedOut toUpstream(OutputStream out) {
        return new GuardedOut(out, UpstreamGoneException::new);
    }

    /** Writes this together with what comes next, or with the next flush. */
    void hold(byte[] bytes) throws IOException {
        flush();
        held = bytes;
    }

    @Override
    public void write(int unit) throws IOException {
        write(new byte[] {(byte) unit}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        if (held.length == 0) {
            send(bytes, from, count);
            return;
        }
        byte[] both = new byte[held.length + count];
        System.arraycopy(held, 0, both, 0, held.length);
        System.arraycopy(bytes, from, both, held.length, count);
        held = NONE;
        send(both, 0, both.length);
    }

    @Override
    public void flush() throws IOException {
        if (held.length > 0) {
            byte[] bytes = held;
            held = NONE;
            send(bytes, 0, bytes.length);
        }
    }

    /** Forgets what is held: nothing of it has been sent. */
    boolean drop() {
        boolean any = held.length > 0;
        held = NONE;
        return any;
    }

    private void send(byte[] bytes, int from, int count) throws IOException {
        try {
            out.write(bytes, from, count);
            out.flush();
        } catch (IOException e) {
            throw failure.apply(e);
        }
    }
}
