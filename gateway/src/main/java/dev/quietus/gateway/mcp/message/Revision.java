package dev.quietus.gateway.mcp.message;

/**
 * A revision of the protocol: its date. What differs between revisions is asked here and nowhere
 * else. One that is not known counts as the newest one that is known and not newer.
 *
 * <p>Source: {@code docs/specification} of the project modelcontextprotocol.
 *
 * @param date such as {@code 2025-11-25}
 */
public record Revision(String date) {
    /** The first one with Streamable HTTP and batches. */
    public static final Revision R2025_03_26 = new Revision("2025-03-26");

    /** The one that took batches away. */
    public static final Revision R2025_06_18 = new Revision("2025-06-18");

    /** The one with tasks. */
    public static final Revision R2025_11_25 = new Revision("2025-11-25");

    /** The one without sessions. */
    public static final Revision R2026_07_28 = new Revision("2026-07-28");

    private static boolean sound(String date) {
        return date.matches("20\\d\\d-\\d\\d-\\d\\d");
    }

    /** The revision of that name; of a name that is no date, the oldest that servers assume. */
    public static Revision of(String name) {
        return sound(name) ? new Revision(name) : R2025_03_26;
    }

    /** Whether several messages may come in one array. */
    public boolean hasBatches() {
        return date.equals(R2025_03_26.date);
    }

    /**
     * Whether each request stands for itself: no {@code initialize}, no session, input is asked for
     * by results, and over HTTP a closed stream is the cancellation.
     */
    public boolean isStateless() {
        return date.compareTo(R2026_07_28.date) >= 0;
    }

    /** Whether a client can ask for a task by {@code params.task}. */
    public boolean hasCoreTasks() {
        return date.compareTo(R2025_11_25.date) >= 0 && !isStateless();
    }

    @Override
    public String toString() {
        return date;
    }
}
