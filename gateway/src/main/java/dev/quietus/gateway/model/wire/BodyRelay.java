package dev.quietus.gateway.model.wire;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A body on its way from one side to the other. Each step takes what has come, or waits for it, and
 * writes it in one piece; nothing is held back. For one thread.
 */
public abstract sealed class BodyRelay permits PlainBody, ChunkedBody {
    final ByteSource from;
    final OutputStream to;
    final BodyTap tap;
    private Runnable atEnd = () -> {};
    private long content;

    BodyRelay(ByteSource from, OutputStream to, BodyTap tap) {
        this.from = from;
        this.to = to;
        this.tap = tap;
    }

    /** Has this run once the whole body has come, just before its last bytes are written. */
    public final BodyRelay atEnd(Runnable action) {
        atEnd = action;
        return this;
    }

    final void came() {
        atEnd.run();
    }

    /** A body of this framing. */
    public static BodyRelay of(Framing framing, ByteSource from, OutputStream to, BodyTap tap) {
        return switch (framing) {
            case Framing.None() -> new PlainBody(0, from, to, tap);
            case Framing.Length(long bytes) -> new PlainBody(bytes, from, to, tap);
            case Framing.UntilClose() -> new PlainBody(PlainBody.OPEN, from, to, tap);
            case Framing.Chunked() -> new ChunkedBody(from, to, tap);
        };
    }

    /**
     * Moves on what has come; waits where nothing has.
     *
     * @return whether there may be more; once it said no, it is not to be called again
     * @throws TruncatedException if the sender ended before its body did
     * @throws BadMessageException if the body's framing is broken; what was sound before has gone
     *     on
     */
    public abstract boolean step() throws IOException;

    /** How many bytes of content have gone on. */
    public final long content() {
        return content;
    }

    final void seen(int start, int count) {
        content += count;
        tap.see(from.bytes, start, count);
    }

    final void await(String where) throws IOException {
        if (!from.fill()) {
            throw new TruncatedException(where);
        }
    }
}
