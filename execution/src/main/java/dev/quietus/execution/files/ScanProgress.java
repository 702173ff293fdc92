package dev.quietus.execution.files;

/** Hears how far a scan has come, on the thread that scans; it should return at once. */
@FunctionalInterface
public interface ScanProgress {
    /** Nobody listens. */
    ScanProgress SILENT = (_, _) -> {};

    /**
     * So much was seen.
     *
     * @param entries paths looked at so far
     * @param bytes content read so far
     */
    void seen(long entries, long bytes);
}
