package dev.quietus.execution.output;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is done with one stream of output.
 *
 * @param file where it is kept; empty: nowhere
 * @param keepBytes how many bytes the file holds at most; the rest is counted and dropped
 * @param tailBytes how many of the last bytes are kept in memory
 * @param passOn where it is handed on as it comes; empty: nowhere
 */
public record OutputPlan(
        Optional<Path> file, long keepBytes, int tailBytes, Optional<OutputStream> passOn) {
    /** Nothing but counting, digesting, and the last 64 KiB in memory. */
    public static final OutputPlan COUNTED =
            new OutputPlan(Optional.empty(), 0, 65_536, Optional.empty());

    /** How much a file holds unless told otherwise: 64 MiB. */
    public static final long USUAL_KEEP = 64L << 20;

    /** Checks the bounds. */
    public OutputPlan {
        if (keepBytes < 0 || tailBytes < 0 || tailBytes > 16 << 20) {
            throw new IllegalArgumentException(
                    "output bounds: " + keepBytes + " bytes on disk, " + tailBytes + " in memory");
        }
    }
}
