package dev.quietus.cli.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory of this process as the system counts it. */
final class ResidentMemory {
    private static final Path STATUS = Path.of("/proc/self/status");

    private ResidentMemory() {}

    /** In megabytes; 0 where the system does not say. */
    static long megabytes() {
        try {
            for (String entry : Files.readAllLines(STATUS)) {
                if (entry.startsWith("VmRSS:")) {
                    return Long.parseLong(entry.replaceAll("[^0-9]", "")) / 1_000;
                }
            }
        } catch (IOException notLinux) {
            return 0;
        }
        return 0;
    }
}
