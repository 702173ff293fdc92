package dev.quietus.execution.unit;

/**
 * One process, and no other that gets its number later.
 *
 * @param pid its number
 * @param startedAt when it started, in the system's own measure (Linux: clock ticks since boot)
 */
public record ProcessKey(long pid, long startedAt) {
    /** Checks the bounds. */
    public ProcessKey {
        if (pid < 1 || startedAt < 0) {
            throw new IllegalArgumentException("no process: " + pid + "." + startedAt);
        }
    }

    /** Reads {@code PID.START}. */
    static ProcessKey parse(String text) {
        int dot = text.indexOf('.');
        if (dot < 1) {
            throw new IllegalArgumentException("no process: '" + text + "'");
        }
        return new ProcessKey(
                Long.parseLong(text.substring(0, dot)), Long.parseLong(text.substring(dot + 1)));
    }

    @Override
    public String toString() {
        return pid + "." + startedAt;
    }
}
