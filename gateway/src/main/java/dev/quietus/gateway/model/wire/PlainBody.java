package dev.quietus.gateway.model.wire;

import java.io.IOException;
import java.io.OutputStream;

/** A body of a known length, or one that ends with its connection. */
final class PlainBody extends BodyRelay {
    /** Stands for a body that ends with its connection. */
    static final long OPEN = -1;

    private long left;

    PlainBody(long length, ByteSource from, OutputStream to, BodyTap tap) {
        super(from, to, tap);
        this.left = length;
    }

    @Override
    public boolean step() throws IOException {
        if (left == 0) {
            came();
            return false;
        }
        if (from.available() == 0) {
            if (left == OPEN && !from.fill()) {
                return false;
            }
            if (left != OPEN) {
                await("the body ends " + left + " bytes before its length");
            }
        }
        int count = left == OPEN ? from.available() : (int) Math.min(left, from.available());
        int start = from.start;
        if (count == left) {
            came();
        }
        to.write(from.bytes, start, count);
        from.start += count;
        left = left == OPEN ? OPEN : left - count;
        seen(start, count);
        return left != 0;
    }
}
