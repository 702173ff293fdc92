package dev.quietus.client.json;

/**
 * The bounds of one parse.
 *
 * @param maxBytes the most bytes of UTF-8 text that are read, at least 1
 * @param maxDepth the most arrays and objects inside each other, 1 to 512
 */
public record JsonLimits(int maxBytes, int maxDepth) {

    /** 16 MiB and 64 levels. */
    public static final JsonLimits DEFAULT = new JsonLimits(16 * 1024 * 1024, 64);

    /** The parser is recursive; this many levels fit into any thread's stack. */
    private static final int DEEPEST = 512;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a bound is outside its range
     */
    public JsonLimits {
        if (maxBytes < 1) {
            throw new IllegalArgumentException(
                    "JSON limit in bytes: at least 1, found " + maxBytes);
        }
        if (maxDepth < 1 || maxDepth > DEEPEST) {
            throw new IllegalArgumentException(
                    "JSON limit in depth: 1 to " + DEEPEST + ", found " + maxDepth);
        }
    }

    /** The default depth with another bound in bytes. */
    public static JsonLimits ofBytes(int maxBytes) {
        return new JsonLimits(maxBytes, DEFAULT.maxDepth());
    }
}
