package dev.quietus.gateway.model.wire;

/** Reads along with a body, behind the bytes' back: it sees what has gone on already. */
@FunctionalInterface
public interface BodyTap {

    /** Sees nothing. */
    BodyTap NONE = (bytes, from, count) -> {};

    /**
     * Sees the next bytes of the content, without framing. It must not keep the array, must not
     * throw, and must be quick: the next bytes wait for it.
     */
    void see(byte[] bytes, int from, int count);
}
